package lab

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	pb "github.com/openconfig/gnmi/proto/gnmi"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// place is what a path leads to: a database and what is below it.
type place struct {
	origin, database string
	below            []string // table, row, field
}

// placeOf puts prefix and path together. A database is named by the first element behind the origin, or by the target of the prefix.
func placeOf(prefix, path *pb.Path) (place, error) {
	at := place{origin: path.GetOrigin()}
	if at.origin == "" {
		at.origin = prefix.GetOrigin()
	}
	for _, e := range append(append([]*pb.PathElem(nil), prefix.GetElem()...), path.GetElem()...) {
		at.below = append(at.below, e.GetName())
	}
	switch {
	case at.origin == "" && prefix.GetTarget() != "":
		at.database = prefix.GetTarget()
	case at.origin == "":
		return at, status.Error(codes.Unimplemented, "Translib write is disabled")
	case at.origin != "sonic-db":
		return at, status.Errorf(codes.Unimplemented, "Invalid origin: %s", at.origin)
	case len(at.below) < 2:
		return at, status.Errorf(codes.NotFound, "Invalid path: %v", at.below)
	default:
		at.database, at.below = at.below[0], at.below[2:] // between them the instance, of which there is one whatever it is called
	}
	if separatorOf[at.database] == "" {
		return at, status.Errorf(codes.NotFound, "Invalid database: %s", at.database)
	}
	return at, nil
}

// pathText writes paths as people do.
func pathText(prefix *pb.Path, paths ...*pb.Path) string {
	var texts []string
	for _, path := range paths {
		origin := path.GetOrigin()
		if origin == "" {
			origin = prefix.GetOrigin()
		}
		text := origin + ":"
		for _, e := range append(append([]*pb.PathElem(nil), prefix.GetElem()...), path.GetElem()...) {
			text += "/" + e.GetName()
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, " ")
}

// Get reads what paths lead to. One that leads to nothing fails the whole request.
func (s *gnmiService) Get(ctx context.Context, r *pb.GetRequest) (*pb.GetResponse, error) {
	switch {
	case r.GetType() != pb.GetRequest_ALL:
		return nil, status.Errorf(codes.Unimplemented, "unsupported request type: %v", r.GetType())
	case r.GetEncoding() == pb.Encoding_JSON:
		return nil, status.Error(codes.NotFound, "Unknown encoding JSON")
	case r.GetEncoding() != pb.Encoding_JSON_IETF:
		return nil, status.Errorf(codes.Unimplemented, "unsupported encoding: %v", r.GetEncoding())
	}
	answer := &pb.GetResponse{}
	for _, path := range r.GetPath() {
		value, err := s.valueAt(r.GetPrefix(), path)
		if err != nil {
			return nil, err
		}
		value = append([]byte(verdictOf(ctx).garbage), value...)
		answer.Notification = append(answer.Notification, notification(r.GetPrefix(), path, value))
	}
	return answer, nil
}

func notification(prefix, path *pb.Path, value []byte) *pb.Notification {
	return &pb.Notification{Timestamp: time.Now().UnixNano(), Prefix: prefix, Update: []*pb.Update{{
		Path: path, Val: &pb.TypedValue{Value: &pb.TypedValue_JsonIetfVal{JsonIetfVal: value}},
	}}}
}

// valueAt is what a path leads to, as JSON.
func (s *gnmiService) valueAt(prefix, path *pb.Path) ([]byte, error) {
	at, err := placeOf(prefix, path)
	if err != nil {
		return nil, err
	}
	s.b.sw.mu.Lock()
	defer s.b.sw.mu.Unlock()
	var value any = s.b.shown(at.database)
	for i, name := range at.below {
		row, _ := value.(tree)
		deeper, there := row[name]
		if !there {
			return nil, status.Errorf(codes.NotFound, "No valid entry found on %v with key %q", at.below[:i], name)
		}
		value = deeper
	}
	return bytes.TrimSpace(encode(value)), nil
}

// shown is a database as Get shows it. While a Set is being done CONFIG_DB is the one before it. mu is held.
func (b *sonic) shown(database string) tree {
	if database != "CONFIG_DB" {
		return treeOf(b.database(database), separatorOf[database])
	}
	if before, there := b.files[gnmiCheckpoint]; there {
		return parsed(before)
	}
	return b.running()
}

// Subscribe sends what paths lead to once. The lab has no other subscriptions.
func (s *gnmiService) Subscribe(stream pb.GNMI_SubscribeServer) error {
	r, err := stream.Recv()
	if errors.Is(err, io.EOF) {
		return nil
	}
	if err != nil {
		return err
	}
	list := r.GetSubscribe()
	if list.GetMode() != pb.SubscriptionList_ONCE {
		return status.Error(codes.Unimplemented, fmt.Sprintf("the lab has no subscriptions of mode %v", list.GetMode()))
	}
	for _, sub := range list.GetSubscription() {
		value, err := s.valueAt(list.GetPrefix(), sub.GetPath())
		if err != nil {
			return err
		}
		sent := notification(list.GetPrefix(), sub.GetPath(), value)
		if err := stream.Send(&pb.SubscribeResponse{Response: &pb.SubscribeResponse_Update{Update: sent}}); err != nil {
			return err
		}
	}
	return stream.Send(&pb.SubscribeResponse{Response: &pb.SubscribeResponse_SyncResponse{SyncResponse: true}})
}
