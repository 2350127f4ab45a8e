import * as ts from 'typescript';
import { productFiles, walk } from './testing/product-source';

/**
 * Errors that say neither that they pass nor that they last, and why that is right: the bus tries a message that fails
 * with one of them eight times and then puts it into the dead letters.
 */
const BOUNDED: Readonly<Record<string, string>> = {
  'libs/egress/src/guarded-connector.ts EgressRefusedError': 'becomes a failed attempt of a delivery',
  'apps/webhook/src/adapters/webhook-sender.ts NoAnswerError': 'becomes a failed attempt of a delivery',
  'apps/compliance/src/adapters/sanctions-list/parsed-list.ts UnusableListError': 'the last good list is kept',
  'apps/compliance/src/adapters/sanctions-list/sanctions-list.ts StaleListError':
    'becomes a failed attempt of a screening',
  'libs/chains/src/local/solana-front.ts RpcRefusal': 'answered over HTTP by the local chain',
  'libs/chains/src/rpc/agreement.ts AheadError': 'the endpoint is left out',
  'libs/chains/src/rpc/agreement.ts EndpointsDisagreeError':
    'only workers and quotes ask chains, and ask again by themselves',
  'libs/chains/src/rpc/rpc-endpoint.ts MalformedBodyError': 'becomes a NoAnswerError',
  'libs/chains/src/rpc/rpc-endpoint.ts NoAnswerError':
    'only workers and quotes ask chains, and ask again by themselves',
  'libs/chains/src/rpc/rpc-endpoint.ts RpcError': 'only workers and quotes ask chains, and ask again by themselves',
  'libs/chains/src/rpc/rpc-endpoint.ts SilentChainError':
    'only workers and quotes ask chains, and ask again by themselves',
  'libs/chains/src/signer/kms/key-service.ts KmsFailure': 'only the worker that assembles signs, and it tries again',
  'libs/event-sourcing/src/errors.ts FencedError': 'ends a projector or a relay, which no message is given to',
  'libs/event-sourcing/src/store/event-store.ts WrongExpectedRevisionError':
    'the command handler decides again, and says ConcurrencyError in the end',
  'libs/event-sourcing/src/store/eventstoredb/failures.ts BehindError':
    'the store asks another node, and says EventStoreUnavailableError in the end',
  'libs/event-sourcing/src/store/eventstoredb/failures.ts NoAnswerError':
    'the store tries again, and says EventStoreUnavailableError in the end',
  'libs/event-sourcing/src/store/sqlite/data-folder-lock.ts DataFolderInUseError': 'ends the start of a process',
  'libs/messaging/src/bus.ts BusStoppedError': 'never counts as an attempt: the message is published or read again',
  'libs/messaging/src/dead-letters/redrive.ts DeadLetterNotFoundError': 'told to the operator who has asked',
  'libs/messaging/src/kafka/cloud-event.ts UnreadableRecordError': 'refused at once, without an attempt',
  'libs/configuration/src/configuration.ts ConfigurationError': 'ends the start of a process',
  'libs/contracts/src/api-error.ts ApiError': 'answered to a client; no handler of a message throws it',
  'libs/queries/src/queries.ts UnknownQueryError':
    'a service that starts answers so for a moment, one that knows no such query for ever',
  'libs/secrets/src/secret-box.ts SealedTextError': 'only workers open secrets, and report it as a failed attempt',
};

/** How a class of errors tells the bus what trying again is worth. */
type Says = 'transient' | 'permanent' | 'by instance' | 'nothing';

describe('every class of errors', () => {
  const found = errorClasses();

  it('is found, be it derived from Error or from another of them', () => {
    expect(found.size).toBeGreaterThan(25);
    expect([...found.keys()]).toContain('libs/event-sourcing/src/errors.ts ConcurrencyError');
  });

  it('says whether it passes or lasts, or stands in the list of those that are tried a bounded number of times', () => {
    const silent = [...found].filter(([, says]) => says === 'nothing').map(([name]) => name);
    expect(silent.sort()).toEqual(Object.keys(BOUNDED).sort());
  });

  it.each([
    'libs/event-sourcing/src/errors.ts ConcurrencyError',
    'libs/event-sourcing/src/errors.ts EventStoreUnavailableError',
    'libs/event-sourcing/src/errors.ts NotReachedError',
    'libs/event-sourcing/src/errors.ts NotWrittenError',
    'libs/event-sourcing/src/errors.ts OverloadedError',
    'libs/event-sourcing/src/errors.ts ReadModelBehindError',
    'libs/event-sourcing/src/projection/postgres/errors.ts DatabaseUnavailableError',
  ])('%s passes: a message is tried again for as long as it takes', (name) => {
    expect(found.get(name)).toBe('transient');
  });

  it.each([
    'apps/wallet/src/domain/decide-wallet.ts ForeignWalletError',
    'libs/event-sourcing/src/errors.ts UnknownStreamError',
    'libs/messaging/src/bus.ts PermanentError',
  ])('%s lasts: a message goes to the dead letters at once', (name) => {
    expect(found.get(name)).toBe('permanent');
  });
});

/** By file and name, of the whole product. */
function errorClasses(): ReadonlyMap<string, Says> {
  const classes: { readonly name: string; readonly path: string; readonly node: ts.ClassLikeDeclaration }[] = [];
  for (const { path, source } of productFiles()) {
    walk(source, (node) => {
      if (ts.isClassLike(node)) classes.push({ name: node.name?.text ?? '(anonymous)', path, node });
    });
  }
  const known = new Set(['Error', 'TypeError', 'RangeError', 'SyntaxError', 'AggregateError']);
  const errors = new Map<string, Says>();
  for (let before = -1; before < errors.size;) {
    before = errors.size;
    for (const { name, path, node } of classes) {
      if (!known.has(baseOf(node))) continue;
      known.add(name);
      errors.set(`${path} ${name}`, whatSays(name, node));
    }
  }
  return errors;
}

function baseOf(node: ts.ClassLikeDeclaration): string {
  const extended = node.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0];
  return extended?.expression.getText() ?? '';
}

function whatSays(name: string, node: ts.ClassLikeDeclaration): Says {
  // The bus knows this one by its class.
  if (name === 'PermanentError') return 'permanent';
  for (const member of node.members) {
    if (ts.isConstructorDeclaration(member)) {
      const names = member.parameters
        .filter(({ modifiers }) => modifiers !== undefined)
        .map((each) => each.name.getText());
      if (names.includes('transient') || names.includes('permanent')) return 'by instance';
    }
    if (!ts.isPropertyDeclaration(member)) continue;
    const property = member.name.getText();
    if (property !== 'transient' && property !== 'permanent') continue;
    return member.initializer?.kind === ts.SyntaxKind.TrueKeyword ? property : 'by instance';
  }
  return 'nothing';
}
