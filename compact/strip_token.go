package compact

// TokenVolumePaths lists paths for [StripOptions] that leave out the volume that the API server adds to a Pod for the
// token of its service account, and where it is mounted. The package's documentation says what that saves, and what it
// means for who reads such Pods. The slice is the caller's.
func TokenVolumePaths() []string {
	return []string{
		"spec.volumes[name=kube-api-access-*]",
		"spec.initContainers[*].volumeMounts[name=kube-api-access-*]",
		"spec.containers[*].volumeMounts[name=kube-api-access-*]",
	}
}
