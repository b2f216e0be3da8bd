package reflectorbench

import "informerbench/stores/catalog"

// Pipelines returns DefaultCell once for each pipeline that a comparison needs: client-go's
// shared informer, client-go's controller, and ours with the in-order queue over each of the
// stores (all of the catalogue when none is named).
func Pipelines(stores []string) []Cell {
	if len(stores) == 0 {
		for _, v := range catalog.All() {
			stores = append(stores, v.Name)
		}
	}
	base := DefaultCell()
	cells := []Cell{
		base.with(ClientGo, "clientgo", RealFIFO),
		base.with(ClientGoController, "clientgo", DeltaFIFO),
	}
	for _, s := range stores {
		cells = append(cells, base.with(Ours, s, InOrder))
	}
	return cells
}

func (c Cell) with(i Informer, store string, q Queue) Cell {
	c.Informer, c.Store, c.Queue = i, store, q
	return c
}
