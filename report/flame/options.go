package flame

// Options of a drawing. The zero value draws the profile's default sample type.
type Options struct {
	Title string
	// SampleType is one of the profile's, such as cpu or inuse_space; empty: its default.
	SampleType string
	// ByStage puts the stages of a pipeline between the root and the stacks.
	ByStage bool
	// Width of the drawing in its own units; 0: 1200. It is shown as wide as there is room.
	Width int
	// MinWidth is the least width of a frame that is drawn, in the same units; 0: 1. The number
	// of frames left out is written below the drawing.
	MinWidth float64
	// ID begins the ids of elements: give each drawing on a page its own. Letters, digits and
	// hyphens; empty: "flame".
	ID string
}

func (o Options) withDefaults() Options {
	if o.Width <= 0 {
		o.Width = 1200
	}
	if o.MinWidth <= 0 {
		o.MinWidth = 1
	}
	if o.ID == "" {
		o.ID = "flame"
	}
	return o
}
