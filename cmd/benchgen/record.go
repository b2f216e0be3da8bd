package main

import (
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"

	"informerbench/workload/anonymize"
	"informerbench/workload/record"
	"informerbench/workload/trace"
)

const recordLong = `record lists and watches resources of a cluster and writes what comes, with the times of
arrival, to a file that benchgen run --trace plays again. It sends nothing but GET
requests (discovery, list, watch), and needs the rights get, list and watch.

Names, labels, annotations, environment, images, addresses and texts are replaced by
keyed hashes of equal length: the same name by the same hash everywhere, so that
references still meet. The key is drawn at random and not kept; --key-file takes one from
a file (at least 16 bytes), so that two recordings match: who has it can check guesses,
and read short names back. Not replaced are API kinds, numbers, quantities, times and
the constants and well-known labels of Kubernetes. --plain replaces nothing.
Secrets and ConfigMaps lose their data always.

The recording ends after --for, or properly with ctrl-C. Until then it grows in
FILE.partial, which can be read at any time. Broken watches are resumed, and a server that
is away is waited for: the file says from when to when, so that it is not taken for calm. If
it is away still at the end, the file is whole and the exit code 1. In memory are a page of
each list and about 250 bytes for each object.`

type recordFlags struct {
	kubeconfig, context, out, keyFile string
	plain, force                      bool
	page                              int
	options                           record.Options
}

func newRecord() *cobra.Command {
	r := recordFlags{}
	cmd := &cobra.Command{
		Use:   "record",
		Short: "record lists and watches of a cluster to a file, anonymized",
		Long:  recordLong,
		Example: `  benchgen record --kubeconfig=$HOME/.kube/config --resource=pods --for=30m -o prod.trace
  benchgen record --resource=pods,deployments.apps,widgets.bench.example.com -n shop -o shop.trace
  benchgen trace show prod.trace`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return r.run(cmd) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&r.kubeconfig, "kubeconfig", "", "kubeconfig of the cluster (default: as kubectl, or the cluster that this runs in)")
	f.StringVar(&r.context, "context", "", "context in the kubeconfig (default: its current one)")
	f.StringSliceVar(&r.options.Resources, "resource", nil, "what to record, as kubectl names it: pods, deploy, widgets.bench.example.com; repeat it or use commas")
	f.StringVarP(&r.options.Namespace, "namespace", "n", "", "only this namespace (default: all)")
	f.StringVarP(&r.options.LabelSelector, "selector", "l", "", "only objects with these labels")
	f.StringVar(&r.options.FieldSelector, "field-selector", "", "only objects with these fields")
	f.DurationVar(&r.options.Duration, "for", 30*time.Minute, "how long")
	f.StringVarP(&r.out, "out", "o", "", "file to write")
	f.BoolVar(&r.force, "force", false, "replace the file if it exists")
	f.BoolVar(&r.plain, "plain", false, "replace nothing: everything but the data of Secrets and ConfigMaps is in the file as it is")
	f.StringVar(&r.keyFile, "key-file", "", "take the key of the hashes from this file")
	f.IntVar(&r.page, "page-size", record.DefaultPageSize, "objects in a page of a list")
	return cmd
}

func (r *recordFlags) run(cmd *cobra.Command) error {
	if r.out == "" {
		return usagef("no file given: use --out=FILE")
	}
	if r.plain && r.keyFile != "" {
		return usagef("--plain replaces nothing, so it needs no --key-file: leave one of them out")
	}
	if cmd.Flags().Changed("namespace") && r.options.Namespace == "" {
		return usagef("the namespace is empty: name one, or leave --namespace out to record all of them")
	}
	if r.page < 1 {
		return usagef("page-size is %d: it must be at least 1", r.page)
	}
	if r.options.Duration <= 0 {
		return usagef("for is %v: it must be longer than 0", r.options.Duration)
	}
	if len(r.options.Resources) == 0 {
		return usagef("no resource given: use --resource=pods or another")
	}
	config, err := clusterConfig(r.kubeconfig, r.context)
	if err != nil {
		return err
	}
	o := r.options
	o.Config, o.PageSize = config, int64(r.page)
	if !r.plain {
		key := anonymize.NewKey()
		if r.keyFile != "" {
			if key, err = anonymize.ReadKey(r.keyFile); err != nil {
				return err
			}
		}
		o.Anonymizer = anonymize.New(key)
	}
	if err := o.Validate(); err != nil {
		return usageError{err}
	}
	progress := newRecordProgress(cmd.ErrOrStderr(), o.Duration)
	o.Progress = progress.show
	summary, err := record.ToFile(cmd.Context(), r.out, r.force, o)
	progress.end()
	var away *record.AwayError
	if err != nil && !errors.As(err, &away) {
		return err
	}
	r.tell(cmd.ErrOrStderr(), summary, progress.last)
	if err != nil {
		return fmt.Errorf("%w: %s is whole and holds what came before; record again when the server answers", err, r.out)
	}
	return nil
}

// tell says what is in the file now.
func (r *recordFlags) tell(w io.Writer, s trace.Summary, last record.Progress) {
	fmt.Fprintf(w, "wrote %s: %d records in %s, %s, %s\n", r.out, s.Records, s.Span.Round(time.Second), byteSize(last.Bytes), s.Ended)
	switch {
	case !s.Listed:
		fmt.Fprintln(w, "the first list was not complete when it ended: the file holds only a part of the objects")
	case last.Events == 0:
		fmt.Fprintln(w, "no object was there: look whether the namespace and the selectors are the right ones")
	}
	if s.Relists+s.Reconnects+s.FailedTries > 0 {
		fmt.Fprintln(w, opened(s))
	}
	writeGaps(w, last.Gaps, func(at time.Duration) string { return clock(last.Started.Add(at)) })
	if s.DroppedObjects > 0 {
		fmt.Fprintf(w, "left out: %s of data in %d records of Secrets and ConfigMaps\n", byteSize(s.DroppedBytes), s.DroppedObjects)
	}
	switch {
	case r.plain:
		fmt.Fprintln(w, "NOT anonymized (--plain): names, labels, annotations, environment and images are in the file as they are")
	case r.keyFile != "":
		fmt.Fprintf(w, "anonymized with the key in %s: keep that file to yourself\n", r.keyFile)
	default:
		fmt.Fprintln(w, "anonymized with a key that was not kept")
	}
}

// opened counts what was opened and listed after the beginning.
func opened(s trace.Summary) string {
	return fmt.Sprintf("watches opened anew: %d; listed again: %d; tries that failed: %d", s.Reconnects, s.Relists, s.FailedTries)
}

// clusterConfig reads a kubeconfig; without one the usual places, and last the
// configuration of the cluster that this process runs in.
func clusterConfig(path, context string) (*rest.Config, error) {
	rules := clientcmd.NewDefaultClientConfigLoadingRules()
	rules.ExplicitPath = path
	overrides := &clientcmd.ConfigOverrides{CurrentContext: context}
	config, err := clientcmd.NewNonInteractiveDeferredLoadingClientConfig(rules, overrides).ClientConfig()
	if err != nil {
		return nil, fmt.Errorf("kubeconfig: %w", err)
	}
	return config, nil
}
