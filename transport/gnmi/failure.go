package gnmi

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/weft-net/weft/vendors"
)

// noConnection tells by their texts why connections do not come about. gRPC keeps nothing else of it: the code of all is Unavailable.
var noConnection = []struct {
	text string // a part of what gRPC says
	is   error
	hint string
}{
	{"first record does not look like a TLS handshake", vendors.ErrHostKey, "its gNMI server speaks without TLS: it has no certificate"},
	{"failed to verify certificate", vendors.ErrHostKey, ""},
	{"missing selected ALPN property", vendors.ErrUnreachable, "what answers there speaks TLS and no gNMI"},
	{"tls: certificate required", vendors.ErrAuth, "it wants a certificate of weft"},
	{"tls: bad certificate", vendors.ErrAuth, "it does not take the certificate of weft"},
	{"tls: unknown certificate", vendors.ErrAuth, "it does not take the certificate of weft"},
	{"tls: expired certificate", vendors.ErrAuth, "the certificate of weft has expired"},
	{"tls: revoked certificate", vendors.ErrAuth, "the certificate of weft was revoked"},
	{"error reading server preface", vendors.ErrUnreachable, "what answers there speaks no gNMI, or it with TLS where none was expected"},
}

// answered are the codes of a server that looked at a Set and did not do it, or not all of it.
var answered = map[codes.Code]bool{
	codes.Unknown: true, codes.InvalidArgument: true, codes.NotFound: true, codes.AlreadyExists: true,
	codes.FailedPrecondition: true, codes.Aborted: true, codes.OutOfRange: true, codes.Unimplemented: true,
}

// failure says what an error of a request means. ctx is the caller's, without the deadline of the request.
func failure(ctx context.Context, err error) error {
	said := status.Convert(err)
	switch code := said.Code(); {
	case ctx.Err() != nil:
		return ctx.Err()
	case code == codes.DeadlineExceeded:
		return fmt.Errorf("%w: no answer in time", vendors.ErrUnreachable)
	case code == codes.Unauthenticated, code == codes.PermissionDenied:
		return fmt.Errorf("%w: %s", vendors.ErrAuth, brief(said.Message()))
	case code == codes.Unavailable:
		return unavailable(said.Message())
	}
	return errors.New(brief(said.Message()))
}

// unavailable says why there is no connection.
func unavailable(text string) error {
	for _, known := range noConnection {
		switch {
		case !strings.Contains(text, known.text):
		case known.hint == "":
			return fmt.Errorf("%w: %s", known.is, brief(text))
		default:
			return fmt.Errorf("%w: %s (%s)", known.is, known.hint, brief(text))
		}
	}
	return fmt.Errorf("%w: %s", vendors.ErrUnreachable, brief(text))
}

// longestText is how much of what a switch says is repeated.
const longestText = 300

// brief is the first line of what a switch says, without secrets and without what gRPC puts around it.
func brief(text string) string {
	text = strings.TrimSuffix(strings.TrimPrefix(text, `connection error: desc = "`), `"`)
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	line = vendors.RedactLine(line)
	if len(line) > longestText {
		line = strings.ToValidUTF8(line[:longestText], "") + "..."
	}
	return line
}
