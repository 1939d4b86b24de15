package gnmi

import (
	"fmt"
	"slices"
	"strings"

	pb "github.com/openconfig/gnmi/proto/gnmi"
)

// pathOf takes a path such as "sonic-db:/CONFIG_DB/localhost/QUEUE/Ethernet0|3" apart. What stands between slashes is the name of
// one element, whatever it holds: gnmic's own parser would read brackets and backslashes as something else.
func pathOf(text string) (*pb.Path, error) {
	origin, below, _ := strings.Cut(text, ":/")
	names := strings.Split(below, "/")
	if origin == "" || strings.Contains(origin, "/") || slices.Contains(names, "") {
		return nil, fmt.Errorf("%q is no path of the form origin:/element/element", text)
	}
	path := &pb.Path{Origin: origin, Elem: make([]*pb.PathElem, len(names))}
	for i, name := range names {
		path.Elem[i] = &pb.PathElem{Name: name}
	}
	return path, nil
}
