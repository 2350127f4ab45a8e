package stablecoin

import (
	"context"
	"encoding/json"
	"iter"
	"net/http"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

func TestClientVectors(t *testing.T) {
	for _, v := range readVectors(t, "clients.json").Vectors {
		t.Run(v.Name, func(t *testing.T) {
			t.Setenv("STABLECOIN_API_KEY", v.Environment["STABLECOIN_API_KEY"])
			t.Setenv("STABLECOIN_BASE_URL", v.Environment["STABLECOIN_BASE_URL"])
			var requested string
			options := []Option{WithMaxRetries(0), WithHTTPClient(&http.Client{
				Transport: roundTripper(func(r *http.Request) (*http.Response, error) {
					requested = r.URL.String()
					return nil, context.Canceled
				}),
			})}
			if v.Options.BaseURL != nil {
				options = append(options, WithBaseURL(*v.Options.BaseURL))
			}
			apiKey := ""
			if v.Options.APIKey != nil {
				apiKey = *v.Options.APIKey
			}
			client := New(apiKey, options...)
			_, err := client.Payments.Get(context.Background(), "pay_1")
			if v.Error == nil {
				if requested != v.URL || client.Livemode() != v.Livemode {
					t.Errorf("requested %q, livemode %t", requested, client.Livemode())
				}
				return
			}
			checkError(t, err, expectedError{"kind": (*v.Error)["kind"]})
			if text := err.Error(); !strings.Contains(text, (*v.Error)["names"].(string)) || hasKey(text, apiKey) {
				t.Errorf("the message is %q", text)
			}
			if requested != "" {
				t.Errorf("requested %q", requested)
			}
		})
	}
}

func hasKey(text, apiKey string) bool { return apiKey != "" && strings.Contains(text, apiKey) }

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestRequestVectors(t *testing.T) {
	file := readVectors(t, "requests.json")
	for _, v := range file.Vectors {
		t.Run(v.Name, func(t *testing.T) {
			var answers []scriptedAnswer
			if v.Answer != nil {
				answers = append(answers, *v.Answer)
			}
			s := startScript(t, answers)
			result, err := callMethod(s.client, v)
			requests := s.recorded()
			if v.Error != nil {
				checkError(t, err, *v.Error)
				if len(requests) != 0 {
					t.Errorf("%d requests were made", len(requests))
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if len(requests) != 1 {
				t.Fatalf("%d requests were made", len(requests))
			}
			checkRequest(t, requests[0], *v.Request, file)
			if v.Result != nil {
				checkPart(t, result, v.Result)
			}
		})
	}
}

func checkRequest(t *testing.T, r recordedRequest, expected expectedRequest, file vectorFile) {
	t.Helper()
	if r.method != expected.Method || r.path != expected.Path {
		t.Errorf("the request is %s %s", r.method, r.path)
	}
	query := map[string]string{}
	for name, values := range r.query {
		query[name] = strings.Join(values, " and ")
	}
	if !reflect.DeepEqual(query, expected.Query) {
		t.Errorf("the query is %v", query)
	}
	headers := []map[string]string{file.EveryRequest.Headers, expected.Headers}
	if expected.Body != nil {
		headers = append(headers, file.WithBody.Headers)
	}
	for _, each := range headers {
		for name, value := range each {
			if got := r.header.Get(name); got != value {
				t.Errorf("the header %s is %q", name, got)
			}
		}
	}
	for name, pattern := range file.EveryRequest.HeaderPatterns {
		if got := r.header.Get(name); !regexp.MustCompile(pattern).MatchString(got) {
			t.Errorf("the header %s is %q", name, got)
		}
	}
	var body any
	if len(r.body) > 0 {
		if err := json.Unmarshal(r.body, &body); err != nil {
			t.Fatal(err)
		}
	}
	if want, ok := expected.Body.(map[string]any); ok && want["idempotency_key"] == "<generated>" {
		key, _ := body.(map[string]any)["idempotency_key"].(string)
		if len(key) < 1 || len(key) > 255 {
			t.Errorf("the idempotency key is %q", key)
		}
		want["idempotency_key"] = key
	}
	if !reflect.DeepEqual(body, expected.Body) {
		t.Errorf("the body is %s", r.body)
	}
}

func TestErrorVectors(t *testing.T) {
	for _, v := range readVectors(t, "errors.json").Vectors {
		t.Run(v.Name, func(t *testing.T) {
			s := startScript(t, []scriptedAnswer{*v.Answer}, WithMaxRetries(0))
			_, err := callMethod(s.client, v)
			checkError(t, err, *v.Error)
		})
	}
}

func TestRetryVectors(t *testing.T) { runScripts(t, "retries.json", 3) }

func TestWaitVectors(t *testing.T) { runScripts(t, "wait.json", 0) }

func runScripts(t *testing.T, file string, maxRetries int) {
	vectors := readVectors(t, file)
	for _, v := range vectors.Vectors {
		t.Run(v.Name, func(t *testing.T) {
			retries := maxRetries
			if v.Options.MaxRetries != nil {
				retries = *v.Options.MaxRetries
			}
			random := WithRandom(func() float64 { return vectors.Random })
			s := startScript(t, v.Answers, WithMaxRetries(retries), random)
			s.clock.now = vectors.Now
			result, err := callMethod(s.client, v)
			if v.Outcome.Error != nil {
				checkError(t, err, *v.Outcome.Error)
			} else if err != nil {
				t.Fatal(err)
			} else {
				checkPart(t, result, v.Outcome.Result)
			}
			var count int
			if err := json.Unmarshal(v.Requests, &count); err != nil {
				t.Fatal(err)
			}
			requests := s.recorded()
			if len(requests) != count {
				t.Errorf("%d requests were made, not %d", len(requests), count)
			}
			if len(s.clock.delays) != len(v.DelaysMs) || len(v.DelaysMs) > 0 && !reflect.DeepEqual(s.clock.delays, v.DelaysMs) {
				t.Errorf("the delays are %v, not %v", s.clock.delays, v.DelaysMs)
			}
			for _, each := range requests {
				if first := requests[0]; each.method == first.method && string(each.body) != string(first.body) {
					t.Errorf("a retry has another body: %s and %s", first.body, each.body)
				}
			}
		})
	}
}

func TestPageVectors(t *testing.T) {
	for _, v := range readVectors(t, "pages.json").Vectors {
		t.Run(v.Name, func(t *testing.T) {
			s := startScript(t, v.Answers)
			result, err := callMethod(s.client, v)
			if v.Error != nil {
				checkError(t, err, *v.Error)
			} else if err != nil {
				t.Fatal(err)
			}
			ids := []string{}
			for _, item := range result.([]any) {
				ids = append(ids, reflect.ValueOf(item).Elem().FieldByName("ID").String())
			}
			if !reflect.DeepEqual(ids, v.Items) {
				t.Errorf("the items are %v", ids)
			}
			var expected []map[string]string
			if err := json.Unmarshal(v.Requests, &expected); err != nil {
				t.Fatal(err)
			}
			queries := []map[string]string{}
			for _, request := range s.recorded() {
				query := map[string]string{}
				for name := range request.query {
					query[name] = request.query.Get(name)
				}
				queries = append(queries, query)
			}
			if !reflect.DeepEqual(queries, expected) {
				t.Errorf("the requests are %v", queries)
			}
		})
	}
}

// callMethod calls the method that a vector names.
func callMethod(c *Client, v vector) (any, error) {
	ctx, options := context.Background(), v.Options.ofCall()
	switch v.Method {
	case "payments.create":
		return c.Payments.Create(ctx, as[CreatePaymentParams](v), options...)
	case "payments.get":
		return c.Payments.Get(ctx, v.ID, options...)
	case "payments.list":
		return collect(v, c.Payments.List(ctx, as[ListPaymentsParams](v), options...))
	case "payments.cancel":
		return c.Payments.Cancel(ctx, v.ID, options...)
	case "payments.simulate":
		return c.Payments.Simulate(ctx, as[CreatePaymentParams](v), options...)
	case "payments.timeline":
		return c.Payments.Timeline(ctx, v.ID, options...)
	case "payments.wait":
		return c.Payments.Wait(ctx, v.ID, options...)
	case "wallets.create":
		return c.Wallets.Create(ctx, as[CreateWalletParams](v), options...)
	case "wallets.bulk":
		return c.Wallets.Bulk(ctx, as[CreateWalletsParams](v), options...)
	case "wallets.get":
		return c.Wallets.Get(ctx, v.ID, options...)
	case "wallets.onchain":
		return c.Wallets.Onchain(ctx, v.ID, options...)
	case "wallets.list":
		return collect(v, c.Wallets.List(ctx, as[ListWalletsParams](v), options...))
	case "wallets.ledger":
		return collect(v, c.Wallets.Ledger(ctx, v.ID, as[ListWalletLedgerParams](v), options...))
	case "approvals.list":
		return collect(v, c.Approvals.List(ctx, as[ListApprovalsParams](v), options...))
	case "approvals.get":
		return c.Approvals.Get(ctx, v.ID, options...)
	case "approvals.approve":
		return c.Approvals.Approve(ctx, v.ID, as[ApprovePaymentParams](v), options...)
	case "approvals.reject":
		return c.Approvals.Reject(ctx, v.ID, as[DecideApprovalParams](v), options...)
	case "deposits.list":
		return collect(v, c.Deposits.List(ctx, as[ListDepositsParams](v), options...))
	case "deposits.get":
		return c.Deposits.Get(ctx, v.ID, options...)
	case "deposits.decide":
		return c.Deposits.Decide(ctx, v.ID, as[DecideDepositParams](v), options...)
	case "treasury.balance":
		return c.Treasury.Balance(ctx, options...)
	case "treasury.ledger":
		return collect(v, c.Treasury.Ledger(ctx, as[ListLedgerEntriesParams](v), options...))
	case "treasury.settings.get":
		return c.Treasury.Settings.Get(ctx, options...)
	case "treasury.settings.update":
		return c.Treasury.Settings.Update(ctx, as[UpdateTreasurySettingsParams](v), options...)
	case "compliance.check":
		return c.Compliance.Check(ctx, as[CheckAddressParams](v), options...)
	case "compliance.get":
		return c.Compliance.Get(ctx, v.ID, options...)
	case "compliance.list":
		return collect(v, c.Compliance.List(ctx, as[ListComplianceResultsParams](v), options...))
	case "compliance.decide":
		return c.Compliance.Decide(ctx, v.ID, as[DecideReviewParams](v), options...)
	case "compliance.attestations.create":
		return c.Compliance.Attestations.Create(ctx, as[CreateAttestationParams](v), options...)
	case "compliance.attestations.list":
		return collect(v, c.Compliance.Attestations.List(ctx, as[ListAttestationsParams](v), options...))
	case "compliance.attestations.get":
		return c.Compliance.Attestations.Get(ctx, v.ID, options...)
	case "compliance.attestations.revoke":
		return c.Compliance.Attestations.Revoke(ctx, v.ID, options...)
	case "webhook_endpoints.create":
		return c.WebhookEndpoints.Create(ctx, as[CreateWebhookEndpointParams](v), options...)
	case "webhook_endpoints.list":
		return collect(v, c.WebhookEndpoints.List(ctx, as[ListWebhookEndpointsParams](v), options...))
	case "webhook_endpoints.get":
		return c.WebhookEndpoints.Get(ctx, v.ID, options...)
	case "webhook_endpoints.update":
		params := as[UpdateWebhookEndpointParams](v)
		// Decoding makes a nil pointer of null, which is to leave it out.
		if strings.Contains(string(v.Arguments), `"events": null`) {
			params.Events = Null[[]EventType]()
		}
		return c.WebhookEndpoints.Update(ctx, v.ID, params, options...)
	case "webhook_endpoints.delete":
		return c.WebhookEndpoints.Delete(ctx, v.ID, options...)
	case "webhook_endpoints.rotate_secret":
		return c.WebhookEndpoints.RotateSecret(ctx, v.ID, options...)
	case "webhook_endpoints.test":
		return c.WebhookEndpoints.Test(ctx, v.ID, options...)
	case "webhook_endpoints.deliveries":
		return collect(v, c.WebhookEndpoints.Deliveries(ctx, v.ID, as[ListDeliveriesParams](v), options...))
	case "webhook_endpoints.replay":
		return c.WebhookEndpoints.Replay(ctx, v.ID, as[ReplayEventsParams](v), options...)
	case "events.list":
		return collect(v, c.Events.List(ctx, as[ListEventsParams](v), options...))
	case "events.get":
		return c.Events.Get(ctx, v.ID, options...)
	case "api_keys.create":
		return c.APIKeys.Create(ctx, as[CreateAPIKeyParams](v), options...)
	case "api_keys.list":
		return collect(v, c.APIKeys.List(ctx, as[ListAPIKeysParams](v), options...))
	case "audit_log.list":
		return collect(v, c.AuditLog.List(ctx, as[ListAuditLogParams](v), options...))
	case "api_keys.get":
		return c.APIKeys.Get(ctx, v.ID, options...)
	case "api_keys.update":
		return c.APIKeys.Update(ctx, v.ID, as[UpdateAPIKeyParams](v), options...)
	case "api_keys.delete":
		return c.APIKeys.Delete(ctx, v.ID, options...)
	case "api_keys.rotate":
		return c.APIKeys.Rotate(ctx, v.ID, options...)
	case "stats.get":
		return c.Stats.Get(ctx, as[GetStatsParams](v), options...)
	case "policies.get":
		return c.Policies.Get(ctx, options...)
	case "policies.update":
		params := as[UpdatePoliciesParams](v)
		// As with the events of a webhook endpoint.
		if strings.Contains(string(v.Arguments), `"two_approvers_above": null`) {
			params.TwoApproversAbove = Null[Amount]()
		}
		return c.Policies.Update(ctx, params, options...)
	case "rules.get":
		return c.Rules.Get(ctx, as[GetRulesParams](v), options...)
	case "rules.drafts.create":
		return c.Rules.Drafts.Create(ctx, as[CreateRuleDraftParams](v), options...)
	case "rules.drafts.get":
		return c.Rules.Drafts.Get(ctx, v.ID, options...)
	case "rules.drafts.update":
		return c.Rules.Drafts.Update(ctx, v.ID, as[UpdateRuleDraftParams](v), options...)
	case "rules.drafts.agree":
		return c.Rules.Drafts.Agree(ctx, v.ID, as[AgreeToRuleDraftParams](v), options...)
	case "rules.drafts.publish":
		return c.Rules.Drafts.Publish(ctx, v.ID, as[PublishRuleDraftParams](v), options...)
	case "rules.drafts.discard":
		return c.Rules.Drafts.Discard(ctx, v.ID, options...)
	case "members.list":
		return collect(v, c.Members.List(ctx, as[ListMembersParams](v), options...))
	case "members.set":
		return c.Members.Set(ctx, v.ID, as[SetMemberParams](v), options...)
	case "sandbox.faucet":
		return c.Sandbox.Faucet(ctx, as[UseFaucetParams](v), options...)
	}
	panic("no such method: " + v.Method)
}

// as returns the arguments of a vector as parameters. A field that they do not
// have is a mistake of one of the two.
func as[T any](v vector) (params T) {
	if v.Arguments == nil {
		return params
	}
	decoder := json.NewDecoder(strings.NewReader(string(v.Arguments)))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&params); err != nil {
		panic(err)
	}
	return params
}

// collect returns the items of a list, and the error that ends it.
func collect[T any](v vector, items iter.Seq2[*T, error]) (any, error) {
	collected := []any{}
	for item, err := range items {
		if err != nil {
			return collected, err
		}
		if collected = append(collected, item); len(collected) == v.Take {
			break
		}
	}
	return collected, nil
}
