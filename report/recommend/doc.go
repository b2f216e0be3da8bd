// Package recommend says which informer, queue and store fit a cluster, from results that were measured.
//
// # Method
//
//  1. [FromResults] takes the results of one machine (cpu, kernel, Go, GOGC); others are set aside and
//     named. A series is one figure of one subject under one workload; its cells lie at the values of the
//     figure's axes: objects, readers, indexes, rate, handlers, cores. Values and axes are logarithms.
//  2. Between cells a figure is interpolated in straight lines (a power law between each two), one axis after the
//     other; where cells are missing, in the order of axes that finds the nearest ones. On a measured
//     cell it is the median of the rounds.
//  3. Each cell in turn is left out and guessed from the others. Its error, for nine in ten of its rounds, is divided
//     by the error that one would expect: the spread of the rounds, a quarter of what the figure changes by
//     between the cells used, and what a line leaves a curve by, which grows with the product of the distances to
//     the cells on both sides.
//  4. The interval of an interpolated value is the expected error times the ⌈(n+1)·0.93⌉-th smallest of
//     the n scores of step 3: of the figure's own cells if there are 20, else of all figures'. With fewer
//     than 14 a point between cells is taken to lie in the hull of what the cells around it measured, which is right where
//     the figure only rises or only falls between them; beyond cells there is no interval. The aim is a little above the 90% that are claimed, since cells of one run
//     share its noise. This is conformal prediction with locally weighted residuals (Lei, G'Sell,
//     Rinaldo, Tibshirani, Wasserman: Distribution-Free Predictive Inference for Regression, JASA 2018, section
//     5.2) on leave-one-out residuals (Barber, Candès, Ramdas, Tibshirani: Predictive Inference with the
//     Jackknife+, Annals of Statistics 2021).
//  5. A point outside the cells continues the line through the two nearest, is called extrapolated, and takes its
//     scores from cells that lay outside the others when they were left out; they count the distance.
//     More than ten times as many objects, or as few, get no figure at all.
//  6. On an axis that no one varied there are no scores. Less load than measured is taken to be no worse, and
//     perhaps better in proportion; more load to be no better, and how much worse is left open. Either may be off by
//     the fifth root of what the load changes by (1.6 times for ten times the load), since a figure for each object
//     falls a little with their number, and times grow a little faster than it. Other cores may make it better or
//     worse in proportion. All this is called extrapolated.
//  7. The interval of a measured cell is that of a further round (Student's t on logarithms), and at least
//     what was seen. It needs four rounds.
//  8. [Model.Recommend] excludes subjects whose store does not state a guarantee that is asked for. An objective is
//     met if the whole interval keeps it, not met if none of it does, else we are unsure. Ratios to
//     client-go take both medians anywhere in their intervals; a difference counts if such an interval
//     does not hold 1 and the ratio is further from 1 than client-go was from itself (the A/A column).
//     A rate of events is also kept up with where staleness was measured at it, beside as many readers, and stayed
//     below a second: in an open loop, who cannot keep up falls behind.
//  9. Recommended is who misses the fewest objectives, then who leaves us unsure about the fewest, then who
//     has the highest mean logarithm of gains (each bounded by 100), costs counted against them.
//  10. That it is better than client-go as it ships, and than the runner-up, is shown by a figure that differs by point 8
//     and significantly, or by an objective that only it meets. The test is Mann and Whitney's, on the rounds of
//     the measured cells that both estimates rest on, of several cells the largest p; Holm's correction goes over
//     the figures of all candidates against client-go, since the choice is among them, and over those of
//     the two for the runner-up. Five rounds can confirm six comparisons, seven 85. What is not shown stands in the
//     headline and right below it: the ranking goes on by what was measured, shown or not.
//
// # How objects are kept
//
// Results with the key kept, as benchgen compactbench writes them (plain, intern, strip, share, encoded, packed, or several
// joined by dashes), are a model of their own with the same steps 1 to 7, and answered as [Keeping]. A [Way] is such a form
// under an informer. The peak and the time of the first sync are divided by the objects, and multiplied again.
//
//  1. The memory is objects times heap-B/object, which is all that the cache holds, grown by GOGC. It and the live heap's
//     peak in the first sync (peak-B, as it was measured) must each fit the limit of memory; both are
//     objectives as in point 8 above. The first sync may have one too.
//  2. For objects of another size than those measured, the part that is objects (objects-B/object) is taken to shrink in proportion. The
//     interval reaches to where all that a larger object has more of is its own, or where a smaller one shares nothing. Beyond a
//     tenth more or less this is called extrapolated.
//  3. Never recommended is: a way that strips, or one that gives copies (packed), unless the cluster allows it ([Cluster].Allow); one
//     whose store does not state a guarantee that is asked for; one with parts that this program does not
//     know; one of which a cold Get takes longer than a p99 of Get that is asked for; one whose memory is not known.
//     Sharing parts loses nothing and needs no leave; it is said what a handler that writes into objects does then.
//  4. Of the others: who fits, then who is likely to (the value is below the limit, and the interval holds it or is not known); then as
//     in point 9, where the gains are over client-go's informer with objects as they are, in CPU time per event, time of the first sync and
//     times of hot and cold Gets. Memory counts among them only if there is no limit of it: within the limit the least
//     cost decides. Unless the first is likely to fit, nothing is recommended, and it is said which allowance would help.
//  5. Verdicts are those of points 8 and 10; one family are all ways, in memory, peak, and times.
//
// Costs are those of the objects that were measured. A rate of events, readers and handlers are not weighed.
//
// # Confidence
//
// High: what the choice rests on was measured at the very point, in ten rounds, with an A/A column, and no
// interval holds a limit. Fair: something was interpolated, or rounds are fewer, or no gain over the runner-up is
// shown. Low: something was extrapolated (another number of cores is) or not measured, or an
// interval is missing or holds a limit, or rounds enough show no gain over client-go as it ships. The reasons are listed.
//
// # Limits
//
// Conformal intervals hold for cells that are like those left out; measured cells are a grid that people chose, not a
// sample. So 90% is a claim that the tests check on cells held out, of synthetic
// surfaces and of committed results, and not a theorem; how far step 6 lets figures be off was chosen by looking at
// results of two machines, and holds for those that were measured later on a third one. A knee between two cells
// is not seen. Each interval holds by itself, not all at once. Staleness that was measured without readers says
// nothing about readers. The
// memory is that of Go's heap at the GOGC of the results, for this cache alone. Of a trace's objects the fit knows
// the encoded size: memory is then a lower bound, unless the results are of a replay, which measures them decoded. A read takes a
// reader to be measured: where the description has none, the times of reads are those of one reader alone.
package recommend
