// Package webhooks verifies what the service sends to your webhook endpoints.
//
//	event, err := webhooks.Verify(body, request.Header, secret)
//
// [Verifier.Middleware] does the same in front of an [net/http.Handler].
package webhooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	stablecoin "github.com/stablecoin-payments/stablecoin-payments/sdks/go"
)

// DefaultTolerance is how far a delivery's timestamp may be off.
const DefaultTolerance = 300 * time.Second

// Why a delivery is refused. Compare with [errors.Is].
var (
	ErrMissingHeader   = errors.New("webhooks: missing_header: there is no svc-signature, and no complete set of webhook-id, webhook-timestamp and webhook-signature")
	ErrMalformedHeader = errors.New("webhooks: malformed_header: a signature header cannot be read")
	ErrTooOld          = errors.New("webhooks: too_old: the delivery was signed too long ago")
	ErrTooNew          = errors.New("webhooks: too_new: the delivery was signed in the future; check the clock")
	ErrWrongSignature  = errors.New("webhooks: wrong_signature: no signature is of the secret and this body; pass the raw body")
	ErrInvalidSecret   = errors.New("webhooks: invalid_secret: a secret is whsec_ and bytes in base64")
	ErrInvalidBody     = errors.New("webhooks: invalid_body: the signed body is not an event")
)

// Verify returns the event of a delivery that is signed with one of the
// secrets, and fresh. The body has to be the raw bytes, as they were received.
// Pass two secrets while you change over from one to the other.
func Verify(body []byte, header http.Header, secrets ...string) (*stablecoin.WebhookEvent, error) {
	return Verifier{Secrets: secrets}.Verify(body, header)
}

// Verifier verifies deliveries to one endpoint.
type Verifier struct {
	// Secrets of the endpoint, of which one has to have signed.
	Secrets []string
	// Tolerance is how far the timestamp may be off; 0 is [DefaultTolerance].
	Tolerance time.Duration
	// Now is the clock; nil is [time.Now].
	Now func() time.Time
}

// Verify is like the function of that name.
func (v Verifier) Verify(body []byte, header http.Header) (*stablecoin.WebhookEvent, error) {
	keys, err := v.keys()
	if err != nil {
		return nil, err
	}
	if err := v.verifySignatures(body, header, keys); err != nil {
		return nil, err
	}
	var event *stablecoin.WebhookEvent
	if !utf8.Valid(body) || json.Unmarshal(body, &event) != nil || event == nil {
		return nil, ErrInvalidBody
	}
	return event, nil
}

// verifySignatures accepts a delivery when either of the two families of
// headers verifies.
func (v Verifier) verifySignatures(body []byte, header http.Header, keys []key) error {
	own, standard := readOwn(header), readStandard(header)
	err := v.verify(own, body, keys)
	if err == nil {
		return nil
	}
	standardErr := v.verify(standard, body, keys)
	if standardErr == nil || errors.Is(err, ErrMissingHeader) {
		return standardErr
	}
	return err
}

func (v Verifier) verify(s signatures, body []byte, keys []key) error {
	if s.err != nil {
		return s.err
	}
	now, tolerance := time.Now, DefaultTolerance
	if v.Now != nil {
		now = v.Now
	}
	if v.Tolerance != 0 {
		tolerance = v.Tolerance
	}
	seconds, err := strconv.ParseInt(s.timestamp, 10, 64)
	age := now().Unix() - seconds
	switch limit := int64(tolerance / time.Second); {
	case err != nil:
		return ErrMalformedHeader
	case age > limit:
		return ErrTooOld
	case age < -limit:
		return ErrTooNew
	}
	for _, key := range keys {
		expected := s.sign(key, body)
		for _, given := range s.given {
			if hmac.Equal([]byte(given), []byte(expected)) {
				return nil
			}
		}
	}
	return ErrWrongSignature
}

// signatures are what one family of headers says.
type signatures struct {
	timestamp string
	given     []string
	sign      func(key key, body []byte) string
	err       error
}

var timestampPattern = regexp.MustCompile(`^\d{1,12}$`)

// readOwn reads svc-signature: t=<seconds>,v1=<hex>,v1=<hex>.
func readOwn(header http.Header) signatures {
	value := header.Get("svc-signature")
	if value == "" {
		return signatures{err: ErrMissingHeader}
	}
	var timestamp string
	var given []string
	for _, part := range strings.Split(value, ",") {
		switch name, text, _ := strings.Cut(part, "="); {
		case name == "t" && timestamp == "":
			timestamp = text
		case name == "v1":
			given = append(given, text)
		}
	}
	sign := func(key key, body []byte) string {
		return hex.EncodeToString(mac([]byte(key.text), timestamp+".", body))
	}
	return checked(signatures{timestamp: timestamp, given: given, sign: sign})
}

// readStandard reads the headers of Standard Webhooks.
func readStandard(header http.Header) signatures {
	id, timestamp, value := header.Get("webhook-id"), header.Get("webhook-timestamp"), header.Get("webhook-signature")
	if id == "" || timestamp == "" || value == "" {
		return signatures{err: ErrMissingHeader}
	}
	var given []string
	for _, part := range strings.Split(value, " ") {
		if text, ok := strings.CutPrefix(part, "v1,"); ok {
			given = append(given, text)
		}
	}
	sign := func(key key, body []byte) string {
		return base64.StdEncoding.EncodeToString(mac(key.bytes, id+"."+timestamp+".", body))
	}
	return checked(signatures{timestamp: timestamp, given: given, sign: sign})
}

func checked(s signatures) signatures {
	if !timestampPattern.MatchString(s.timestamp) || len(s.given) == 0 {
		return signatures{err: ErrMalformedHeader}
	}
	return s
}

func mac(key []byte, prefix string, body []byte) []byte {
	hash := hmac.New(sha256.New, key)
	hash.Write([]byte(prefix))
	hash.Write(body)
	return hash.Sum(nil)
}

// key is a secret: svc-signature signs with its text, Standard Webhooks with
// the bytes behind whsec_.
type key struct {
	text  string
	bytes []byte
}

func (v Verifier) keys() ([]key, error) {
	if len(v.Secrets) == 0 {
		return nil, ErrInvalidSecret
	}
	var keys []key
	for _, secret := range v.Secrets {
		encoded, ok := strings.CutPrefix(secret, "whsec_")
		bytes, err := base64.StdEncoding.DecodeString(encoded)
		if !ok || err != nil || len(bytes) == 0 {
			return nil, ErrInvalidSecret
		}
		keys = append(keys, key{secret, bytes})
	}
	return keys, nil
}
