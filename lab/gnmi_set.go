package lab

import (
	"bytes"
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	pb "github.com/openconfig/gnmi/proto/gnmi"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// patchWithin is how long the server waits for the host to apply a patch. The host goes on after that.
const patchWithin = 600 * time.Second

// wholeDatabase says that a Set replaces the configuration as a whole.
var wholeDatabase = saying("the whole configuration")

// Set makes one JSON patch of a request, has the host apply it, and saves. It goes on when its client has gone. A commit-confirmed
// extension is not looked at.
func (s *gnmiService) Set(ctx context.Context, r *pb.SetRequest) (*pb.SetResponse, error) {
	s.b.sw.mu.Lock()
	host, err := s.b.serve(r, verdictOf(ctx).ignore)
	failing := s.b.sw.faulty(FaultGNMIError)
	s.b.sw.mu.Unlock()
	if err != nil {
		return nil, err
	}
	select {
	case <-host.ended:
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-time.After(patchWithin):
		return nil, status.Error(codes.Unknown, "Did not receive any reply from the host service in time")
	}
	switch {
	case host.says != "":
		return nil, status.Error(codes.Unknown, host.says)
	case failing:
		return nil, status.Error(codes.Unknown, "Error: Failed to apply patch on the following scopes:")
	}
	return &pb.SetResponse{Prefix: r.GetPrefix(), Timestamp: time.Now().UnixNano(), Response: results(r)}, nil
}

// results tell what was done with each path.
func results(r *pb.SetRequest) (all []*pb.UpdateResult) {
	add := func(path *pb.Path, op pb.UpdateResult_Operation) {
		all = append(all, &pb.UpdateResult{Path: path, Op: op})
	}
	for _, path := range r.GetDelete() {
		add(path, pb.UpdateResult_DELETE)
	}
	for _, u := range r.GetReplace() {
		add(u.GetPath(), pb.UpdateResult_REPLACE)
	}
	for _, u := range r.GetUpdate() {
		add(u.GetPath(), pb.UpdateResult_UPDATE)
	}
	return all
}

// hostJob is what the host does for a Set.
type hostJob struct {
	unit
	says string // why it failed
}

// serve takes the server's checkpoint, whoever else has it, and starts what is to be done. mu is held.
func (b *sonic) serve(r *pb.SetRequest, ignore bool) (*hostJob, error) {
	if err := b.put(gnmiCheckpoint, printTree(b.running()), false); err != nil {
		return nil, status.Error(codes.Unknown, "Error: [Errno 28] No space left on device")
	}
	command := []string{"config", "apply-patch", "-f", "CONFIGDB", "/dev/stdin"}
	text, err := b.patchOf(r)
	if err == wholeDatabase {
		command, err = []string{"config", "replace", "/dev/stdin"}, nil
	}
	if err != nil {
		delete(b.files, gnmiCheckpoint)
		if status.Code(err) == codes.Unknown {
			err = status.Error(codes.Unknown, err.Error())
		}
		return nil, err
	}
	job := &hostJob{unit: unit{name: "gnmi-" + strconv.FormatUint(b.sw.random.Uint64(), 36), ignore: ignore}}
	job.do = func(p *proc) int {
		job.says = b.apply(p, command, text)
		return 0
	}
	if err := b.start(&job.unit); err != nil {
		return nil, status.Error(codes.Unavailable, err.Error())
	}
	return job, nil
}

// apply has the host apply a patch, saves what runs then, and takes the checkpoint away. It gives the line of the host that says why
// it failed: the first with the word, which mostly says no more than that.
func (b *sonic) apply(p *proc, command []string, text []byte) (says string) {
	defer b.remove(gnmiCheckpoint, false)
	if string(text) != "[]" {
		var errors bytes.Buffer
		p.in, p.errOut = bytes.NewReader(text), &errors
		if p.run(command) != 0 {
			return firstError(errors.String())
		}
	}
	if p.ctx.Err() == nil && p.run([]string{"config", "save", "-y"}) != 0 {
		return "Error: failed to save"
	}
	return ""
}

func firstError(text string) string {
	for line := range strings.Lines(text) {
		if strings.Contains(line, "Error") {
			return strings.TrimSpace(line)
		}
	}
	return "Error: the host failed"
}

// patchOf is the patch of a request: deletes, then replaces, then updates, whatever their order was. The operations are played on a copy
// of the database meanwhile: deletes of what is not there are left out, replaces need what they replace, updates overwrite. The
// error wholeDatabase comes with the database that is to be. mu is held.
func (b *sonic) patchOf(r *pb.SetRequest) ([]byte, error) {
	play := &player{db: cloneTree(b.running()).(tree), strict: !strings.HasPrefix(b.sw.cfg.Platform.Release, "202405")}
	for _, path := range r.GetDelete() {
		if err := play.do(r.GetPrefix(), path, "remove", nil); err != nil {
			return nil, err
		}
	}
	for _, u := range r.GetReplace() {
		if at, err := placeOf(r.GetPrefix(), u.GetPath()); err == nil && len(at.below) == 0 {
			return u.GetVal().GetJsonIetfVal(), wholeDatabase
		}
		if err := play.do(r.GetPrefix(), u.GetPath(), "replace", u.GetVal()); err != nil {
			return nil, err
		}
	}
	for _, u := range r.GetUpdate() {
		if err := play.do(r.GetPrefix(), u.GetPath(), "add", u.GetVal()); err != nil {
			return nil, err
		}
	}
	if play.ops == nil {
		return []byte("[]"), nil
	}
	return encode(play.ops), nil
}

// player plays the operations of a request.
type player struct {
	db     tree
	strict bool // a replace is a replace; up to 202405 it is an add
	ops    []map[string]any
}

func (p *player) do(prefix, path *pb.Path, op string, value *pb.TypedValue) error {
	at, err := placeOf(prefix, path)
	switch {
	case err != nil:
		return err
	case at.database != "CONFIG_DB" || at.origin == "" || len(at.below) == 0:
		return saying("Set RPC does not support " + pathText(prefix, path))
	}
	pointer := "/" + strings.Join(at.below, "/")
	parts := pointerParts(pointer)
	there := reach(p.db, parts)
	switch {
	case op == "remove" && !there:
		return nil
	case op == "replace" && !there && p.strict:
		return saying("Invalid entry " + pointer)
	case op == "replace" && !p.strict:
		op = "add"
	}
	step := map[string]any{"op": op, "path": pointer}
	var decoded any
	if op != "remove" {
		if decoded, err = decodeValue(value, len(parts)); err != nil {
			return saying(err.Error() + " " + pointer)
		}
		step["value"] = decoded
	}
	if op == "add" {
		makeWay(p.db, parts)
	}
	if _, err := patchValue(p.db, parts, op, decoded); err != nil {
		return saying("Invalid entry " + pointer)
	}
	if op == "remove" {
		clearWay(p.db, parts)
	}
	p.ops = append(p.ops, step)
	return nil
}

// makeWay makes the objects that lead to a place: the server misses none, and leaves it to the updater to.
func makeWay(at tree, parts []string) {
	for _, name := range parts[:len(parts)-1] {
		if _, there := at[name]; !there {
			at[name] = tree{}
		}
		deeper, ok := at[name].(tree)
		if !ok {
			return
		}
		at = deeper
	}
}

// clearWay takes the objects away that led to a place and have nothing else.
func clearWay(at tree, parts []string) {
	if len(parts) < 2 {
		return
	}
	deeper, ok := at[parts[0]].(tree)
	if !ok {
		return
	}
	clearWay(deeper, parts[1:])
	if len(deeper) == 0 {
		delete(at, parts[0])
	}
}

// reach tells whether something stands at a place.
func reach(v any, parts []string) bool {
	for _, name := range parts {
		switch at := v.(type) {
		case tree:
			deeper, there := at[name]
			if !there {
				return false
			}
			v = deeper
		case []any:
			n, err := strconv.Atoi(name)
			if err != nil || n < 0 || n >= len(at) {
				return false
			}
			v = at[n]
		default:
			return false
		}
	}
	return true
}

// decodeValue reads the value of an update. A field is a text or a list; what stands in a row is the updater's to judge.
func decodeValue(value *pb.TypedValue, depth int) (any, error) {
	encoded, ok := value.GetValue().(*pb.TypedValue_JsonIetfVal)
	if !ok {
		return nil, saying("unsupported encoding of the value of")
	}
	d := json.NewDecoder(bytes.NewReader(encoded.JsonIetfVal))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, saying("the value is no JSON:")
	}
	_, text := v.(string)
	_, list := v.([]any)
	if depth >= 3 && !text && !list {
		return nil, saying("Invalid field")
	}
	return v, nil
}
