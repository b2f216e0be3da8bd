module example.com/anchorless

go 1.26.0

require k8s.io/client-go v0.37.2

replace k8s.io/client-go => ./fork
