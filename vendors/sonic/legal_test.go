package sonic

import "testing"

// TestUpdaterIsKnown: what a patch is made by knows the same switches of each release as the model of the device that judges it.
func TestUpdaterIsKnown(t *testing.T) {
	blank := newEditor(nil).doc()
	for _, model := range New().Models() {
		for _, release := range []string{"202405", "202411", "202505", "202511", "202605"} {
			p, err := New().Platform(model, release)
			if err != nil {
				t.Fatal(err)
			}
			u, asic := updaterOf(blank, p), asicOf(blank, p, releaseOf(release))
			if (u.class == "") != (asic == unlisted) {
				t.Errorf("%s %s is of class %q, and the device takes it for ASIC %v", model, release, u.class, asic)
			}
		}
	}
}
