package main

import (
	"maps"
	"slices"

	"github.com/spf13/cobra"
	"k8s.io/client-go/tools/clientcmd"
)

// pathOffers are for flags that name files and folders.
func pathOffers() map[string]offer {
	json := files("json")
	return map[string]offer{
		"--settings": json, "--fit": json, "fit --out": json,
		"--trace": traces, "--from": traces, "generate --out": traces, "record --out": traces, "trace import --out": traces,
		"trace export --out": files("jsonl"), "merge --out": files("txt"), "report --out": files("html"), "report --markdown": files("md"),
		"--cluster":    files("yaml", "yml", "json"),
		"--kubeconfig": files(), "--key-file": files(), "--output": files(),
		"--out": folders, "--dir": folders, "--folder": folders, "--profiles": folders, "overlay --source": folders,
		"--context": kubeContexts,
	}
}

// kubeContexts reads the kubeconfig that the command would use; no cluster is asked.
func kubeContexts(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	rules := clientcmd.NewDefaultClientConfigLoadingRules()
	if f := cmd.Flags().Lookup("kubeconfig"); f != nil {
		rules.ExplicitPath = f.Value.String()
	}
	config, err := rules.Load()
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return beginning(typed, "", slices.Sorted(maps.Keys(config.Contexts))), cobra.ShellCompDirectiveNoFileComp
}

// freeOffers are for flags whose words only the user knows.
func freeOffers() map[string]offer {
	offers := map[string]offer{}
	for _, name := range []string{
		"base", "build", "commit", "exact", "field-selector", "filter", "label", "listen", "min-effect", "name", "namespace", "params",
		"procs", "readers", "repeat", "selector", "shard", "source-url", "tags", "threshold", "title", "url",
	} {
		offers["--"+name] = nothing
	}
	return offers
}
