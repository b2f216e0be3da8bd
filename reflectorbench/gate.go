package reflectorbench

import (
	"fmt"
	"os"
	"strconv"

	"k8s.io/client-go/features"

	"informerbench/reflector"
)

// watchListEnv switches client-go's streaming lists on or off for a whole process.
const watchListEnv = "KUBE_FEATURE_" + string(features.WatchListClient)

// gateEnv is the environment setting that makes client-go's reflector list as the
// cell says. Ours takes the mode as an option and ignores it.
func (c Cell) gateEnv() string {
	return fmt.Sprintf("%s=%t", watchListEnv, c.List == reflector.ListStream)
}

// UseListMode makes client-go's reflector list as the cell says, in this whole process. The
// gate is read once, so this must come before anything has asked for it; it returns an error
// when it came too late, or when the environment says otherwise.
func UseListMode(c Cell) error {
	if _, set := os.LookupEnv(watchListEnv); !set {
		if err := os.Setenv(watchListEnv, strconv.FormatBool(c.List == reflector.ListStream)); err != nil {
			return err
		}
	}
	return c.checkGate()
}

// checkGate refuses to measure a peer in another list mode than its results would
// claim: client-go reads its mode from a feature gate of the process.
func (c Cell) checkGate() error {
	if c.Informer == Ours {
		return nil
	}
	enabled := features.FeatureGates().Enabled(features.WatchListClient)
	if enabled == (c.List == reflector.ListStream) {
		return nil
	}
	return usagef("informer %s lists in mode %s only in a process started with %s; here the gate is %t",
		c.Informer, c.List, c.gateEnv(), enabled)
}
