package main

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

type object = map[string]any

// enumTypes names the types of enumerations that the contract has inline, by
// property or by schema and property, and of those that it names otherwise.
// The others are named after both: Payment.status is a PaymentStatus.
var enumTypes = map[string]string{
	"AttestedCheck":                    "CheckName",
	"ChainOrAuto":                      "Chain",
	"assigned_role":                    "Role",
	"chain":                            "Chain",
	"checks":                           "CheckName",
	"chosen":                           "Chain",
	"claimed_role":                     "Role",
	"code":                             "Code",
	"compliance":                       "ComplianceMode",
	"currency":                         "Currency",
	"error_code":                       "PaymentErrorCode",
	"event_type":                       "EventType",
	"events":                           "EventType",
	"plan":                             "Plan",
	"role":                             "Role",
	"scopes":                           "Scope",
	"ActiveWallet.status":              "WalletStatus",
	"CheckResult.name":                 "CheckName",
	"CheckResult.outcome":              "CheckOutcome",
	"ComplianceResult.status":          "ComplianceStatus",
	"FundedWallet.status":              "WalletStatus",
	"LimitedWallet.status":             "WalletStatus",
	"ListApprovals.status":             "ApprovalStatus",
	"ListComplianceResults.status":     "ComplianceStatus",
	"DepositEventData.status":          "DepositStatus",
	"ListDeliveries.status":            "DeliveryStatus",
	"ListDeposits.status":              "DepositStatus",
	"ListEvents.order":                 "Order",
	"ListEvents.type":                  "EventType",
	"ListPayments.stage":               "PaymentStage",
	"ListPayments.status":              "PaymentStatus",
	"SimulationCandidate.verdict":      "SimulationVerdict",
	"WebhookEndpoint.status":           "EndpointStatus",
	"WebhookEndpointWithSecret.status": "EndpointStatus",
	"WebhookEvent.type":                "EventType",
}

// dateBegins is how the pattern of a date or a time begins.
const dateBegins = `^\d{4}-\d{2}-\d{2}`

// clearable are the properties of updates that null removes. Everywhere else
// in requests, null is the same as leaving the property out.
var clearable = map[string]string{
	"SetMember.role":                         "*Nullable[Role]",
	"UpdateApiKey.name":                      "*Nullable[string]",
	"UpdateChainThresholds.chain":            "*Nullable[Amount]",
	"UpdateLowBalance.total":                 "*Nullable[Amount]",
	"UpdatePolicies.treasury_approval_above": "*Nullable[Amount]",
	"UpdatePolicies.two_approvers_above":     "*Nullable[Amount]",
	"UpdateWebhookEndpoint.description":      "*Nullable[string]",
	"UpdateWebhookEndpoint.events":           "*Nullable[[]EventType]",
}

// chains are the properties of an object that has the same for each chain.
// It is a map, so that it has the chains of the future too.
var chains = []string{"base", "ethereum", "solana"}

// prepare returns the document's schemas in the form that makes good Go:
// the bodies and queries of requests are types that end in Params; null is the
// empty string, and a nil pointer where there is no string; amounts and
// enumerations have types; and what no struct can say is json.RawMessage.
func prepare(contract []byte) (object, error) {
	var document struct {
		Paths      map[string]map[string]operation
		Components struct {
			Schemas    map[string]object
			Parameters map[string]parameter
		}
	}
	if err := json.Unmarshal(contract, &document); err != nil {
		return nil, err
	}
	p := preparation{
		schemas:  document.Components.Schemas,
		bodies:   map[string]bool{},
		requests: map[string]bool{},
		enums:    map[string][]any{},
		result:   object{},
	}
	for _, path := range document.Paths {
		for _, operation := range path {
			if body, ok := operation.RequestBody.Content["application/json"]; ok {
				p.bodies[refOf(body.Schema)] = true
				p.markRequest(body.Schema)
			}
			if query := operation.query(document.Components.Parameters); len(query) > 0 {
				name := capitalized(operation.OperationID)
				p.schemas[name] = object{"type": "object", "description": "Which to list.", "properties": query}
				p.bodies[name] = true
				p.requests[name] = true
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.schemas)) {
		if schema := p.schemas[name]; !p.isOfNoUse(name, schema) {
			p.named(name, schema)
		}
	}
	for name, values := range p.enums {
		p.result[name] = object{
			"type":        "string",
			"enum":        values,
			"description": "One of the constants, or a later addition.",
		}
	}
	// The client decodes errors itself.
	delete(p.result, "ApiError")
	return p.result, nil
}

type operation struct {
	OperationID string
	Parameters  []parameter
	RequestBody struct {
		Content map[string]struct{ Schema object }
	}
}

type parameter struct {
	Ref         string `json:"$ref"`
	Name, In    string
	Description string
	Schema      object
}

// query returns the parameters in the query as properties.
func (o operation) query(shared map[string]parameter) object {
	properties := object{}
	for _, each := range o.Parameters {
		if name, ok := strings.CutPrefix(each.Ref, "#/components/parameters/"); ok {
			each = shared[name]
		}
		if each.In == "query" {
			schema := maps.Clone(each.Schema)
			schema["description"] = each.Description
			properties[each.Name] = schema
		}
	}
	return properties
}

type preparation struct {
	schemas map[string]object
	// bodies are the schemas of whole bodies and queries.
	bodies map[string]bool
	// requests are the schemas that clients send.
	requests map[string]bool
	enums    map[string][]any
	result   object
}

// markRequest marks a schema and those that it refers to as sent by clients.
func (p *preparation) markRequest(schema any) {
	switch schema := schema.(type) {
	case object:
		if name := refOf(schema); name != "" {
			p.requests[name] = true
			p.markRequest(p.schemas[name])
		}
		for _, value := range schema {
			p.markRequest(value)
		}
	case []any:
		for _, value := range schema {
			p.markRequest(value)
		}
	}
}

// isOfNoUse reports whether the SDK has other means than a type of its own:
// page for pages, WebhookEvent for every event, an option for a request that
// takes only an idempotency key, and no method for health checks.
func (p *preparation) isOfNoUse(name string, schema object) bool {
	if p.bodies[name] {
		properties, _ := schema["properties"].(object)
		_, hasKey := properties["idempotency_key"]
		return hasKey && len(properties) == 1
	}
	switch name {
	case "Liveness", "Readiness", "PartHealth", "OpenApiDocument":
		return true
	}
	return strings.HasSuffix(name, "List") || strings.HasSuffix(name, "Event") && name != "WebhookEvent"
}

// named prepares a schema of the contract.
func (p *preparation) named(name string, schema object) {
	if schema["enum"] != nil {
		p.enum(name, maps.Clone(schema))
		return
	}
	// One of several objects: all of their properties, of which some are set.
	if variants, ok := schema["oneOf"].([]any); ok {
		merged := object{}
		for _, variant := range variants {
			maps.Copy(merged, variant.(object)["properties"].(object))
		}
		schema = object{"type": "object", "description": schema["description"], "properties": merged}
	}
	// What a type does not know is dropped, except where anything may come.
	if name != "TimelineEntry" {
		delete(schema, "additionalProperties")
	}
	properties, _ := schema["properties"].(object)
	required, _ := schema["required"].([]any)
	if isByChain(schema) {
		each := properties[chains[0]].(object)
		p.property(name+".chain", each, p.requests[name], true)
		goType, _ := each["x-go-type"].(string)
		setType(schema, "map[Chain]"+cmp.Or(refOf(each), goType))
	} else {
		for each, property := range properties {
			if singular, ok := strings.CutSuffix(each, "_ids"); ok {
				property.(object)["x-go-name"] = capitalized(singular) + "IDs"
			}
			p.property(name+"."+each, property.(object), p.requests[name], slices.Contains(required, any(each)))
		}
	}
	p.result[p.goName(name)] = schema
}

// property prepares one property; its path is the names of schema and property.
func (p *preparation) property(path string, schema object, isRequest, isRequired bool) {
	isNullable := dropNull(schema)
	if pattern, _ := schema["pattern"].(string); strings.HasPrefix(pattern, dateBegins) {
		// A date is taken wherever a time is: the time is the type.
		schema["format"] = "date-time"
		delete(schema, "pattern")
	}
	if path == "WebhookEvent.sequence" {
		// After a restore it begins at ten digits, and an int may have 32 bits.
		schema["format"] = "int64"
	}
	p.value(path, schema)
	if items, ok := schema["items"].(object); ok {
		p.value(path, items)
	}
	isText := schema["type"] == "string" && schema["format"] != "date-time"
	_, isMap := schema["additionalProperties"].(object)
	isNilAlready := isMap || schema["type"] == "array" || schema["x-go-type"] == "json.RawMessage" ||
		isByChain(p.schemas[refOf(schema)])
	switch {
	case clearable[path] != "":
		setType(schema, clearable[path])
	case isText, isNilAlready, isRequest && schema["type"] == "integer":
		// The zero value says that there is none.
	case isNullable && refOf(schema) != "":
		setType(schema, "*"+refOf(schema))
	case !isRequired:
		schema["x-go-type-skip-optional-pointer"] = false
	case isNullable && !isRequest:
		schema["type"] = []any{schema["type"], "null"}
		schema["x-go-type-skip-optional-pointer"] = false
	}
}

// value prepares what a property or the entries of a list can be.
func (p *preparation) value(path string, schema object) {
	if name := refOf(schema); name != "" && p.schemas[name]["enum"] != nil {
		delete(schema, "$ref")
		schema["type"] = "string"
		setType(schema, cmp.Or(enumTypes[name], name))
		return
	}
	// A constant of the contract is a value of its type, and no enumeration.
	if schema["const"] != nil {
		delete(schema, "const")
		delete(schema, "enum")
	}
	p.enum(path, schema)
	if pattern, _ := schema["pattern"].(string); strings.Contains(pattern, `\d`) {
		setType(schema, "Amount")
	}
	if path == "WebhookEvent.data" {
		setType(schema, "json.RawMessage")
	}
	// A number is one of milliseconds.
	if schema["type"] == "number" {
		schema["type"] = "integer"
	}
}

// isByChain reports whether a schema has the same for each chain.
func isByChain(schema object) bool {
	properties, _ := schema["properties"].(object)
	return len(properties) == len(chains) &&
		!slices.ContainsFunc(chains, func(chain string) bool { return properties[chain] == nil })
}

// enum moves an enumeration to a type of its own. Its path is the name of its
// schema, where it has one, or those of schema and property.
func (p *preparation) enum(path string, schema object) {
	values, _ := schema["enum"].([]any)
	if values == nil {
		values, _ = schema["x-extensible-enum"].([]any)
	}
	delete(schema, "enum")
	if values == nil {
		return
	}
	schemaName, name, _ := strings.Cut(path, ".")
	goType := cmp.Or(enumTypes[path], enumTypes[name], schemaName+capitalized(name))
	for _, value := range values {
		if value != nil && !slices.Contains(p.enums[goType], value) {
			p.enums[goType] = append(p.enums[goType], value)
		}
	}
	setType(schema, goType)
}

// capitalized returns a name of words and underscores in camel case.
func capitalized(name string) string {
	var result string
	for _, word := range strings.FieldsFunc(name, func(r rune) bool { return r == '_' }) {
		result += strings.ToUpper(word[:1]) + word[1:]
	}
	return result
}

// goName returns the name of a schema's type.
func (p *preparation) goName(name string) string {
	if p.bodies[name] {
		return name + "Params"
	}
	return name
}

// refOf returns the name of the schema that a reference is to.
func refOf(schema any) string {
	ref, _ := schema.(object)["$ref"].(string)
	return strings.TrimPrefix(ref, "#/components/schemas/")
}

// dropNull takes null out of a schema and reports whether it was there.
func dropNull(schema object) bool {
	if variants, ok := schema["anyOf"].([]any); ok {
		delete(schema, "anyOf")
		for _, variant := range variants {
			if variant := variant.(object); variant["type"] != "null" {
				maps.Copy(schema, variant)
			}
		}
		return true
	}
	return false
}

// setType has a type of the SDK stand for a schema.
func setType(schema object, goType string) {
	schema["x-go-type"] = goType
	schema["x-go-type-skip-optional-pointer"] = true
}
