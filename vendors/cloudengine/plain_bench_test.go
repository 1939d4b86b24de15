package cloudengine

import "testing"

func BenchmarkPlain(b *testing.B) {
	p, err := New().Platform("CE8855", "V300R023C00")
	if err != nil {
		b.Fatal(err)
	}
	c, _ := New().Parse([]byte(leafText(64)))
	for b.Loop() {
		New().Plain(c, p)
	}
}
