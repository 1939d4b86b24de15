package nxos

import "strings"

// What a Nexus brings with it (reference sections 1.2 and 1.3): the class-maps of qos-groups and the policies that hold
// where nothing is attached.

// systemClass is what the name of a system-defined class says.
type systemClass struct {
	kind  kindOf
	input bool
	eight bool // of the eight-queue set
	queue int
}

var systemClassStarts = [...]struct {
	start string
	class systemClass
	most  int // the highest qos-group
}{
	{"c-8q-nq", systemClass{kind: classMapNetwork, eight: true}, 7},
	{"c-nq", systemClass{kind: classMapNetwork}, 3},
	{"c-out-8q-q", systemClass{kind: classMapQueuing, eight: true}, 7},
	{"c-out-q", systemClass{kind: classMapQueuing}, 3},
	{"c-in-q", systemClass{kind: classMapQueuing, input: true}, 7},
}

// systemClassOf reads the name of a system-defined class. qos-group 0 is always called default.
func systemClassOf(name string) (systemClass, bool) {
	for i := range systemClassStarts {
		s := &systemClassStarts[i]
		end, ok := strings.CutPrefix(name, s.start)
		if !ok {
			continue
		}
		class := s.class
		if end == "-default" {
			return class, true
		}
		if len(end) == 1 && end[0] >= '1' && int(end[0]-'0') <= s.most {
			class.queue = int(end[0] - '0')
			return class, true
		}
		return class, false
	}
	return systemClass{}, false
}

// isBuiltInPolicy tells whether a policy of this kind and name is there without being configured.
func isBuiltInPolicy(kind kindOf, name string) bool {
	switch kind {
	case policyNetwork:
		return name == "default-nq-policy" || name == "default-8q-nq-policy"
	case policyQueuing:
		return name == "default-out-policy" || name == "default-8q-out-policy" || name == "default-in-policy"
	}
	return false
}
