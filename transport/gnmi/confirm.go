package gnmi

import (
	"context"
	"crypto/rand"
	"fmt"

	"github.com/openconfig/gnmic/pkg/api"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// ConfirmsCommits tells whether the switch knows the commit-confirmed extension. One that does not would take a Set with it,
// make it permanent and say nothing. So it is sent a confirmation of a commit that there never was: who knows the extension
// refuses it.
func (s *Session) ConfirmsCommits(ctx context.Context) (bool, error) {
	probe, err := api.NewSetRequest(api.Extension_CommitConfirm("weft-probe-" + rand.Text()[:10]))
	if err != nil {
		return false, fmt.Errorf("%s: probing for commit-confirmed: %w", s.device, err)
	}
	bounded, cancel := context.WithTimeout(ctx, withinGet)
	defer cancel()
	_, err = s.target.Set(bounded, probe)
	switch status.Code(err) {
	case codes.FailedPrecondition, codes.InvalidArgument:
		return true, nil
	case codes.OK, codes.Unimplemented:
		return false, nil
	}
	return false, fmt.Errorf("%s: probing for commit-confirmed: %w", s.device, failure(ctx, err))
}
