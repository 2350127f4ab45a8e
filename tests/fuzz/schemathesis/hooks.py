"""What the OpenAPI document cannot say, so that a request which it allows may be refused all the same.

JSON Schema knows one field at a time and no arithmetic. Each rule below is in the description of its field. A refusal that is
not on this list, of a request that fits the document, fails the run.
"""

import re

import schemathesis

RULES = [
    # Of one value, beyond its form.
    ("(?:.*\\.)?(?:to|from|address|approver|approvers\\[\\d+\\])", "address|checksum"),
    ("(?:.*\\.)?(?:amount|spend_limit|total|base|ethereum|solana|\\w+_above)", "greater than zero|must be from|must be at most"),
    ("(?:.*\\.)?country_code", "ISO 3166-1|is required for sanctions screening"),
    ("url", "."),
    ("expires_at|in_force_from", "must be in the future|not be later|must not be in the past"),
    ("ip_allow_list\\[\\d+\\]", "IP address or a CIDR range"),
    ("created_after|created_before|expires_at|in_force_from|from|to", "ISO 8601"),
    ("since", "must be an event|ISO 8601"),
    # Of several values together.
    ("owner", "not by both|send one of them"),
    ("chain", "which is the chain of the wallet|which is the wallet's"),
    ("(?:.*\\.)?approval_threshold", "greater than the number of approvers"),
    ("event_id|since|from|to", "exactly one of|go together|later than"),
    ("from", "before to|in the past|days before"),
    ("wait", "requires order=asc"),
    ("idempotency_key", "must not differ|characters|A quote"),
    ("rules\\[\\d+\\]\\.\\w+", "is for (?:rules of the effect|limits with)|make two rules of it|is used by an earlier rule"),
    ("rules\\[\\d+\\]\\.(?:\\w+|when\\.\\w+)", "is required (?:for a limit|with \\w+)|must name its currency|time_zone is required"),
    ("rules\\[\\d+\\](?:\\.when\\.\\w+)?", "can never match"),
    ("rules\\[\\d+\\]\\.(?:max|when\\..+)", "greater than zero|must be at most|address|checksum|ISO 3166-1|IANA time zone"),
    ("rules", "at most \\d+ limits"),
    # Of the object that it is about.
    ("wallet_ids(?:\\[\\d+\\])?", "wallet"),
    ("approver", "listed approvers|lists no approvers|is not one|name one|who has signed"),
    ("signature", "signature"),
    ("starting_after", "no such event"),
    # Of where it was begun.
    ("return_to", "path of this service"),
    ("state", "has not begun"),
    ("compliance_ref", "another address"),
]


@schemathesis.hook
def filter_query(context, query):
    """An answer that is held for long says nothing more."""
    wait = str((query or {}).get("wait", "0"))
    return not (wait.isdigit() and 1 < int(wait) <= 30)


@schemathesis.check
def refuses_only_by_a_documented_rule(ctx, response, case):
    """A request that fits the document is refused only by a rule that JSON Schema cannot express."""
    if response.status_code != 400 or case.meta is None or not case.meta.generation.mode.is_positive:
        return
    body = response.json()
    param, message = body.get("param") or "", body["message"]
    for field, reason in RULES:
        if re.fullmatch(field, param) and re.search(reason, message):
            return
    raise AssertionError(f"a valid request was refused: {param}: {message}")
