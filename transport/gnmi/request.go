package gnmi

import (
	"bytes"
	"encoding/json"
	"fmt"

	pb "github.com/openconfig/gnmi/proto/gnmi"
	"github.com/openconfig/gnmic/pkg/api"
	"google.golang.org/protobuf/proto"
)

// request is a Set as a file of `gnmic set --request-file` in JSON.
type request struct {
	Deletes  []string `json:"deletes"`
	Replaces []edit   `json:"replaces"`
	Updates  []edit   `json:"updates"`
}

// edit gives a node a value.
type edit struct {
	Path     string          `json:"path"`
	Value    json.RawMessage `json:"value"`
	Encoding string          `json:"encoding"`
}

// largestSet is what one Set may have. Servers take 4 MiB where nothing else is configured.
const largestSet = 3 << 20

// readRequest makes a SetRequest of a file. Values stay as they are written there: "5" is a text and no number.
func readRequest(text []byte) (*pb.SetRequest, error) {
	reader := json.NewDecoder(bytes.NewReader(text))
	reader.DisallowUnknownFields()
	var file request
	if err := reader.Decode(&file); err != nil {
		return nil, fmt.Errorf("the request is no gNMI Set: %w", err)
	}
	set, err := api.NewSetRequest(deletes(file.Deletes), edits(file.Replaces, func(s *pb.SetRequest) *[]*pb.Update { return &s.Replace }),
		edits(file.Updates, func(s *pb.SetRequest) *[]*pb.Update { return &s.Update }))
	if err != nil {
		return nil, err
	}
	if size := proto.Size(set); size > largestSet {
		return nil, fmt.Errorf("the request has %d bytes, and a switch takes no more than %d: send it over SSH", size, largestSet)
	}
	return set, nil
}

// deletes adds deletes to a SetRequest.
func deletes(paths []string) api.GNMIOption {
	return func(m proto.Message) error {
		set := m.(*pb.SetRequest)
		for _, text := range paths {
			path, err := pathOf(text)
			if err != nil {
				return err
			}
			set.Delete = append(set.Delete, path)
		}
		return nil
	}
}

// edits adds edits to one of the lists of a SetRequest.
func edits(list []edit, in func(*pb.SetRequest) *[]*pb.Update) api.GNMIOption {
	return func(m proto.Message) error {
		to := in(m.(*pb.SetRequest))
		for _, e := range list {
			path, err := pathOf(e.Path)
			switch {
			case err != nil:
				return err
			case e.Encoding != "json_ietf":
				return fmt.Errorf("the encoding of %s is %q and not json_ietf", e.Path, e.Encoding)
			case len(e.Value) == 0:
				return fmt.Errorf("%s gets no value", e.Path)
			}
			*to = append(*to, &pb.Update{Path: path, Val: &pb.TypedValue{Value: &pb.TypedValue_JsonIetfVal{JsonIetfVal: e.Value}}})
		}
		return nil
	}
}
