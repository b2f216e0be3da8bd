// Package page turns benchmark results into one page that people read: the verdict
// first, then every figure with its interval, and the table behind each chart.
//
// [Build] makes a model of the page, and both writers print that one model:
// [Page.WriteHTML] a single file that needs no network, no script and no other file,
// [Page.WriteMarkdown] the same content for a pull request.
//
// What the page says is decided here, and by fixed rules:
//
//   - What is compared are the values of the keys /informer, /queue and /store, with
//     client-go as it ships as the base. Results that have only some of these keys are
//     suites of their own: a store alone is never compared with a whole informer.
//   - Results from different machines are never compared.
//   - Each question that results answer counts once in the verdict: of a latency the
//     99th percentile, not all of its percentiles. All other figures are in the tables.
//   - A difference counts if it is significant after Holm's correction, and larger than
//     the least effect. The correction is over all counted figures of a suite. If the
//     rounds are too few for anything to pass that, it is over each section, each subject
//     of a section, or each figure by itself, whichever is the first that they suffice
//     for, and the verdict says so. There is no overall score.
//   - A section begins with its answer: of each subject the gains and the losses, and of a
//     scenario the figures that were said to answer its question. Charts of other figures
//     are folded.
//   - The base measured a second time (A/A) is no subject. It shows how much of what
//     the page shows is noise.
//
// Names may come from a cluster, or from a file that a stranger sent. html/template
// escapes them, characters that would reorder or hide text are shown by their number,
// and the page's content security policy allows neither script nor requests.
//
// Marks are drawn at percentages of the width of the page and text in pixels, so that a
// chart is as readable on a phone as on a desk: only the distances between marks shrink.
package page
