package page

import "html/template"

// flameView is a profile as a drawing, and the functions that took most as its table.
type flameView struct {
	ID, Title string
	Drawing   template.HTML
	Table     *table
}

// addFlames draws the profiles of a folder.
func (p *Page) addFlames(dir string) error {
	if dir != "" {
		p.warn("Profiles are not drawn yet.")
	}
	return nil
}
