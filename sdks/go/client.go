package stablecoin

import (
	"context"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"runtime"
	"strings"
	"time"
)

const (
	defaultMaxRetries = 3
	defaultTimeout    = 60 * time.Second
)

// Client calls the service. It is safe for concurrent use. Make one with [New].
type Client struct {
	Payments         *PaymentsService
	Wallets          *WalletsService
	Approvals        *ApprovalsService
	Deposits         *DepositsService
	Treasury         *TreasuryService
	Compliance       *ComplianceService
	WebhookEndpoints *WebhookEndpointsService
	Events           *EventsService
	APIKeys          *APIKeysService
	AuditLog         *AuditLogService
	Stats            *StatsService
	Policies         *PoliciesService
	Rules            *RulesService
	Members          *MembersService
	Sandbox          *SandboxService

	// authorization returns the header. It is a function so that a printed
	// client does not show the key.
	authorization func() string
	livemode      bool
	// invalid says why the client cannot be used.
	invalid    *Error
	baseURL    string
	httpClient *http.Client
	maxRetries int
	timeout    time.Duration
	clock      Clock
	random     func() float64
	userAgent  string
}

// Option changes a client.
type Option func(*settings)

type settings struct {
	baseURL    *string
	httpClient *http.Client
	maxRetries int
	timeout    time.Duration
	clock      Clock
	random     func() float64
}

// WithBaseURL sets where the service is, with or without /v1 at the end. The
// default is the environment variable STABLECOIN_BASE_URL.
func WithBaseURL(baseURL string) Option { return func(s *settings) { s.baseURL = &baseURL } }

// WithHTTPClient sets the HTTP client. Redirects are not followed, whatever it
// says, because requests carry the API key.
func WithHTTPClient(client *http.Client) Option { return func(s *settings) { s.httpClient = client } }

// WithMaxRetries sets how often a request is retried. The default is 3.
func WithMaxRetries(retries int) Option { return func(s *settings) { s.maxRetries = retries } }

// WithTimeout sets how long each attempt of a request may take. The default is
// 60 seconds; 0 is no limit. A call that has the service wait may take so much
// longer. Limit a whole call, with its retries, by its context.
func WithTimeout(timeout time.Duration) Option { return func(s *settings) { s.timeout = timeout } }

// WithClock replaces the clock that measures the waits between retries and
// polls. It is for tests.
func WithClock(clock Clock) Option { return func(s *settings) { s.clock = clock } }

// WithRandom replaces the source of the jitter between retries, which returns
// a number from 0 to 1. It is for tests.
func WithRandom(random func() float64) Option { return func(s *settings) { s.random = random } }

// Clock tells the time and waits.
type Clock interface {
	Now() time.Time
	// Sleep returns after a duration, or with the context's error when the
	// context ends before.
	Sleep(ctx context.Context, duration time.Duration) error
}

var apiKeyPattern = regexp.MustCompile(`^svc_(test|live)_[!-~]+$`)

// New makes a client. An empty API key stands for the environment variable
// STABLECOIN_API_KEY. Where the key or the base URL is missing or malformed,
// every call returns an [ErrInvalidArgument].
func New(apiKey string, options ...Option) *Client {
	s := settings{maxRetries: defaultMaxRetries, timeout: defaultTimeout, clock: systemClock{}, random: rand.Float64}
	for _, option := range options {
		option(&s)
	}
	if apiKey == "" {
		apiKey = os.Getenv("STABLECOIN_API_KEY")
	}
	baseURL, invalid := readBaseURL(s.baseURL)
	if !apiKeyPattern.MatchString(apiKey) {
		invalid = invalidAPIKey(apiKey)
	}
	c := &Client{
		authorization: func() string { return "Bearer " + apiKey },
		livemode:      strings.HasPrefix(apiKey, "svc_live_"),
		invalid:       invalid,
		baseURL:       baseURL,
		httpClient:    withoutRedirects(s.httpClient),
		maxRetries:    s.maxRetries,
		timeout:       s.timeout,
		clock:         s.clock,
		random:        s.random,
		userAgent:     "stablecoin-payments-go/" + Version + " " + runtime.Version() + " " + runtime.GOOS,
	}
	c.Payments = &PaymentsService{c}
	c.Wallets = &WalletsService{c}
	c.Approvals = &ApprovalsService{c}
	c.Deposits = &DepositsService{c}
	c.Treasury = &TreasuryService{client: c, Settings: &TreasurySettingsService{c}}
	c.Compliance = &ComplianceService{client: c, Attestations: &AttestationsService{c}}
	c.WebhookEndpoints = &WebhookEndpointsService{c}
	c.Events = &EventsService{c}
	c.APIKeys = &APIKeysService{c}
	c.AuditLog = &AuditLogService{c}
	c.Stats = &StatsService{c}
	c.Policies = &PoliciesService{c}
	c.Rules = &RulesService{client: c, Drafts: &RuleDraftsService{c}}
	c.Members = &MembersService{c}
	c.Sandbox = &SandboxService{c}
	return c
}

// Livemode reports whether the client's key moves real money.
func (c *Client) Livemode() bool { return c.livemode }

func invalidAPIKey(apiKey string) *Error {
	if apiKey == "" {
		return invalidArgument("api_key is missing: pass an API key to New, or set STABLECOIN_API_KEY")
	}
	return invalidArgument("api_key is malformed: pass a test or live API key of the service")
}

// readBaseURL returns the URL that the API's paths are appended to.
func readBaseURL(given *string) (string, *Error) {
	text := os.Getenv("STABLECOIN_BASE_URL")
	if given != nil {
		text = *given
	} else if text == "" {
		return "", invalidArgument("base_url is missing: use WithBaseURL, or set STABLECOIN_BASE_URL")
	}
	parsed, err := url.Parse(text)
	switch {
	case err != nil, parsed.Scheme != "http" && parsed.Scheme != "https", parsed.Host == "":
		return "", invalidArgument("base_url is malformed: it has to be a URL such as https://pay.example.com")
	case parsed.User != nil, parsed.RawQuery != "", parsed.ForceQuery, parsed.Fragment != "":
		return "", invalidArgument("base_url has credentials, a query or a fragment: leave them out")
	}
	return strings.TrimSuffix(strings.TrimRight(text, "/"), "/v1") + "/v1", nil
}

// withoutRedirects returns a copy of an HTTP client that follows no redirect.
func withoutRedirects(client *http.Client) *http.Client {
	result := http.Client{}
	if client != nil {
		result = *client
	} else if transport, ok := http.DefaultTransport.(*http.Transport); ok {
		own := transport.Clone()
		own.MaxIdleConnsPerHost = own.MaxIdleConns
		result.Transport = own
	}
	result.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &result
}

type systemClock struct{}

func (systemClock) Now() time.Time { return time.Now() }

func (systemClock) Sleep(ctx context.Context, duration time.Duration) error {
	timer := time.NewTimer(duration)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
