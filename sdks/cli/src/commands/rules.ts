import type { CreateRuleDraft, PublishRuleDraft, RuleDraft, Rules } from 'stablecoin-payments';
import { given, group, handle, wholeNumber, type Cli } from '../command.js';
import { EXIT, type ExitCode } from '../failure.js';
import type { Output } from '../output.js';
import { differenceOf, fieldsOf, isDifferent, type Rule, type RulesDifference } from '../rules/difference.js';
import { readRulesFile, refuseUnknownFields } from '../rules/rules-file.js';
import type { Session } from '../session.js';

interface DraftOptions {
  readonly draft?: string;
  readonly idempotencyKey?: string;
}

export function addRules(cli: Cli): void {
  const rules = group(cli, 'rules', 'Shows, drafts and publishes the rules that payments are decided by.');
  rules.command('show [draft]').description('Shows the version in force, or a draft.').action(handle(cli, show));
  rules
    .command('diff <file>')
    .description('Shows what a file would change in the version in force. Ends with 1 when it changes anything.')
    .action(handle(cli, diff));
  rules
    .command('draft <file>')
    .description('Drafts the rules of a file. Payments are decided by them once the draft is published.')
    .option('--draft <id>', 'changes this draft, which loses its agreement, instead of making one')
    .option('--idempotency-key <key>', 'names the request: with the same key one draft is made')
    .action(handle(cli, draft));
  rules
    .command('agree <draft>')
    .description('Agrees to what a draft says. In live mode by another person than the one who changed it last.')
    .requiredOption('--revision <number>', 'the revision that you have read', wholeNumber(1, 1_000_000))
    .action(
      handle<{ readonly revision: number }>(cli, async ({ client, output }, [id = ''], { revision }) => {
        output.object(about(await client.rules.drafts.agree(id, { revision }), output));
        output.hint(`Publish it: svc rules publish ${id}`);
      }),
    );
  rules
    .command('publish <draft>')
    .description('Makes a draft the next version.')
    .option('--in-force-from <time>', 'when it comes into force (ISO 8601); default: at once')
    .action(handle(cli, publish));
  rules
    .command('discard <draft>')
    .description('Ends a draft. It cannot be published any more.')
    .action(handle(cli, async ({ client, output }, [id = '']) => output.object(await client.rules.drafts.discard(id))));
}

async function show({ client, output }: Session, [draftId]: readonly string[]): Promise<void> {
  const shown = draftId === undefined ? await client.rules.get() : await client.rules.drafts.get(draftId);
  output.object(about(shown, output));
  if (output.json) return;
  output.table(rulesOf(shown), {
    NAME: ({ name }) => name,
    EFFECT: ({ effect }) => effect,
    SETTINGS: (rule) => listed(rule, (field) => !isCondition(field)),
    'WHEN ALL OF': (rule) => listed(rule, isCondition),
  });
}

async function diff({ client, credentials, output }: Session, [file = '']: readonly string[]): Promise<ExitCode> {
  const document = readRulesFile(file);
  await refuseUnknownFields(document, credentials.baseUrl);
  const inForce = await client.rules.get();
  const difference = differenceOf({ otherwise: inForce.otherwise, rules: rulesOf(inForce) }, document);
  if (output.json) output.object({ version: inForce.version, different: isDifferent(difference), ...difference });
  else for (const line of linesOf(difference)) output.line(line, {});
  if (isDifferent(difference)) return EXIT.failed;
  output.hint(`${file} says what version ${inForce.version} says.`);
  return EXIT.done;
}

async function draft(
  { client, output }: Session,
  [file = '']: readonly string[],
  options: DraftOptions,
): Promise<void> {
  const { draft: id, idempotencyKey } = options;
  // The service checks every field, and names one that it does not know.
  const document: CreateRuleDraft = given({ ...readRulesFile(file) });
  const drafted =
    id === undefined
      ? await client.rules.drafts.create(document, { idempotencyKey })
      : await client.rules.drafts.update(id, document);
  output.object(about(drafted, output));
  for (const { message } of drafted.warnings) output.hint(`Warning: ${message}`);
  output.hint(
    drafted.livemode
      ? `Another person agrees to it: svc rules agree ${drafted.id} --revision ${drafted.revision}`
      : `Publish it: svc rules publish ${drafted.id}`,
  );
}

async function publish(
  { client, output }: Session,
  [id = '']: readonly string[],
  { inForceFrom: in_force_from }: { readonly inForceFrom?: string },
): Promise<void> {
  const rules = await client.rules.drafts.publish(id, given<PublishRuleDraft>({ in_force_from }));
  output.object(about(rules, output));
  for (const { version, in_force_from: from } of rules.scheduled) {
    output.hint(`Version ${version} comes into force at ${from}.`);
  }
}

/** A version or a draft without its rules, for people; programs get all of it. */
function about(shown: Rules | RuleDraft, output: Output): object {
  if (output.json) return shown;
  const { rules, ...rest } = shown;
  return { ...rest, rules: rules.length === 0 ? 'none' : rules.length };
}

function rulesOf({ rules }: Rules | RuleDraft): readonly Rule[] {
  return rules.map((rule) => ({ ...rule }));
}

const isCondition = (field: string): boolean => field.startsWith('when.');

/** Some fields of a rule with what they say, but for its name and effect. */
function listed(rule: Rule, isListed: (field: string) => boolean): string | null {
  const fields = [...fieldsOf(rule)].filter(([field]) => field !== 'name' && field !== 'effect' && isListed(field));
  const told = fields.map(([field, value]) => `${field.replace(/^when\./, '')} ${inWords(value)}`);
  return told.length === 0 ? null : told.join(', ');
}

function* linesOf({ added, removed, changed, order, otherwise }: RulesDifference): Generator<string> {
  for (const rule of removed) yield `- ${sentence(rule)}`;
  for (const rule of added) yield `+ ${sentence(rule)}`;
  for (const { name, fields } of changed) {
    yield `~ ${name}`;
    for (const { field, before, after } of fields) yield `    ${field}: ${inWords(before)} → ${inWords(after)}`;
  }
  if (order !== null) yield `~ order: ${inWords(order.before)} → ${inWords(order.after)}`;
  if (otherwise !== null) yield `~ otherwise: ${inWords(otherwise.before)} → ${inWords(otherwise.after)}`;
}

function sentence(rule: Rule): string {
  const [settings, conditions] = [listed(rule, (field) => !isCondition(field)), listed(rule, isCondition)];
  const does = `${String(rule['name'])}: ${inWords(rule['effect'])}${settings === null ? '' : ` ${settings}`}`;
  return `${does}, ${conditions === null ? 'every payment' : `when ${conditions}`}`;
}

function inWords(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (Array.isArray(value)) return value.map(inWords).join(' or ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
