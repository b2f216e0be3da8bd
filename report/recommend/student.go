package recommend

// Quantiles of Student's t distribution, two-sided, by degrees of freedom from 1 on.
var (
	t90 = []float64{6.314, 2.920, 2.353, 2.132, 2.015, 1.943, 1.895, 1.860, 1.833, 1.812, 1.796, 1.782, 1.771, 1.761, 1.753, 1.746, 1.740, 1.734, 1.729}
	t95 = []float64{12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093}
)

// student90 bounds 90% of the distribution on both sides.
func student90(degrees int) float64 { return student(t90, degrees) }

// student95 bounds 95%.
func student95(degrees int) float64 { return student(t95, degrees) }

// student takes the last entry where there are more degrees of freedom: it is a little too wide there.
func student(table []float64, degrees int) float64 {
	return table[min(max(degrees, 1), len(table))-1]
}
