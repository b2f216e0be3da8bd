package encoded

import "reflect"

// Settle makes the quantities of an object that the generated code decoded comparable with one of ours.
func Settle(object any) { settle(reflect.ValueOf(object).Elem()) }
