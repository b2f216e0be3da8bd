package workload

import (
	"strconv"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
)

// widgetMaker makes the custom resource: settings of an application, with a
// status, kept by an operator. Numbers are int64, as a decoder of unstructured
// objects gives.
func (l *layout) widgetMaker() func(i int, version uint64) runtime.Object {
	return func(i int, version uint64) runtime.Object {
		d := newDice(l.seed, domainWidgets, uint64(i))
		id := string(appendUID(nil, &d))
		a := l.apps[i*appsPerWidget]
		name := l.appName(a)
		created := Epoch - int64(d.between(3600, maxAge))
		metadata := map[string]any{
			"name": name, "namespace": namespaceName(int(a.namespace)), "uid": id,
			"resourceVersion": versionString(version), "generation": int64(d.between(1, 40)),
			"creationTimestamp": timestamp(created),
			"labels":            map[string]any{"app": name},
		}
		w := map[string]any{
			"apiVersion": widgetKind.GroupVersion().String(), "kind": widgetKind.Kind, "metadata": metadata,
			"spec":   widgetSpec(name, int64(a.size)),
			"status": map[string]any{"phase": "Ready", "readyReplicas": int64(a.size)},
		}
		if l.profile == Real {
			fillRealWidget(w, metadata, created, &d)
		}
		return &unstructured.Unstructured{Object: w}
	}
}

func timestamp(at int64) string { return time.Unix(at, 0).UTC().Format(time.RFC3339) }

func widgetSpec(app string, replicas int64) map[string]any {
	return map[string]any{
		"replicas":  replicas,
		"targetRef": map[string]any{"apiVersion": "apps/v1", "kind": "Deployment", "name": app},
	}
}

// fillRealWidget adds rules, conditions and managedFields: nested lists and maps,
// the dear part of unstructured objects.
func fillRealWidget(w, metadata map[string]any, created int64, d *dice) {
	rules := make([]any, d.between(3, 9))
	for i := range rules {
		rules[i] = map[string]any{
			"name": pick(d, things) + "-" + strconv.Itoa(i), "path": "/" + pick(d, areas) + "/" + pick(d, roles),
			"weight": int64(d.below(100)), "timeoutSeconds": int64(d.between(1, 60)), "retry": d.oneIn(2),
			"headers": map[string]any{"x-team": pick(d, areas), "x-trace": hexID(d)[:16]},
		}
	}
	w["spec"].(map[string]any)["rules"] = rules
	status := w["status"].(map[string]any)
	status["observedGeneration"] = metadata["generation"]
	status["revision"] = hexID(d)
	conditions := make([]any, 0, 3)
	for _, kind := range []string{"Accepted", "Programmed", "Ready"} {
		conditions = append(conditions, map[string]any{
			"type": kind, "status": "True", "reason": "Reconciled", "message": "the widget was reconciled",
			"lastTransitionTime": timestamp(created + int64(d.below(3600))), "observedGeneration": metadata["generation"],
		})
	}
	status["conditions"] = conditions
	metadata["annotations"] = map[string]any{"widgets.bench.example.com/last-applied": hexID(d)}
	metadata["managedFields"] = []any{
		widgetFields("helm", created, "", map[string]any{"f:spec": map[string]any{"f:replicas": map[string]any{}, "f:rules": map[string]any{}, "f:targetRef": map[string]any{}}}),
		widgetFields("widget-operator", created+60, "status", map[string]any{"f:status": map[string]any{"f:conditions": map[string]any{}, "f:phase": map[string]any{}, "f:revision": map[string]any{}}}),
	}
}

func widgetFields(manager string, at int64, subresource string, fields map[string]any) map[string]any {
	entry := map[string]any{
		"manager": manager, "operation": "Update", "apiVersion": widgetKind.GroupVersion().String(),
		"time": timestamp(at), "fieldsType": "FieldsV1", "fieldsV1": fields,
	}
	if subresource != "" {
		entry["subresource"] = subresource
	}
	return entry
}
