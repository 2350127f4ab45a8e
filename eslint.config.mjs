import eslint from '@eslint/js';
import tseslint from 'typescript-eslint';
import { privateByHash } from './eslint.private.mjs';
import { sizes } from './eslint.sizes.mjs';

const BY_HTTP_CLIENT = 'Use HttpClient or safeFetch of @stablecoin/security: they do not decode, and have a limit.';

/** It answers false, without an error, where the node of a contract account gives no answer: that is no verdict. */
const VIEM_VERIFY = {
  regex: '^viem(/.*)?$',
  importNamePattern: '^verify',
  message: 'It answers false where a node gives no answer. Recover the address, or ask several endpoints.',
};

const SLEEPS = [
  'CallExpression[callee.name="setTimeout"]',
  'CallExpression[callee.property.name="setTimeout"][callee.object.name!="jest"]',
  'CallExpression[callee.name="promisify"] > Identifier[name="setTimeout"]',
  'CallExpression[callee.object.name="scheduler"][callee.property.name="wait"]',
  'CallExpression[callee.name=/^(sleep|delay)$/]',
  'ImportDeclaration[source.value=/^(node:)?timers.promises$/] > ImportSpecifier[imported.name="setTimeout"]',
  'CallExpression[callee.name="aMoment"] > Literal[value>60].arguments',
  'CallExpression[callee.name="aMoment"] > :not(Literal).arguments',
];
const TOO_SOON = 'Literal[value>50][value<30000]';
const DEADLINES = [
  `Property[key.name=/^(withinMs|deadlineMs|timeoutMs)$/] > ${TOO_SOON}`,
  `VariableDeclarator[id.name=/(^|_)(WITHIN|DEADLINE|TIMEOUT|PATIEN(T|CE))(_MS)?$/] > ${TOO_SOON}`,
];

/** What fails a test on a busy machine: sleeping instead of waiting for something, asserting on time, deadlines that are met when idle. */
const REAL_TIME = [
  ...SLEEPS.map((selector) => ({
    selector,
    message:
      'Wait for what has to happen (eventually), or use a virtual clock. aMoment, of at most 60 ms, is for what has to be later than something else.',
  })),
  {
    selector:
      'CallExpression[callee.property.name=/^toBeLessThan/] CallExpression[callee.object.name=/^(Date|performance)$/][callee.property.name="now"]',
    message: 'A busy machine takes longer: assert on a virtual clock, or on what happened before what.',
  },
  ...DEADLINES.map((selector) => ({
    selector,
    message: 'A busy machine misses this deadline: give at least 30 s, or at most 50 ms where it has to expire.',
  })),
  {
    selector: `CallExpression[callee.object.name="AbortSignal"][callee.property.name="timeout"] > ${TOO_SOON}`,
    message: 'A busy machine misses this deadline: abort when something has happened.',
  },
];

const OWN_ERRORS = {
  selector:
    ':matches(ClassDeclaration, ClassExpression)[superClass.name=/^(Error|\\w+Error)$/][superClass.name!="ServiceError"]',
  message: 'Extend ServiceError of @stablecoin/contracts: it asks for a code, and for how often to retry.',
};

/** A cast that the compiler does not check at all. */
const THROUGH_UNKNOWN = {
  selector: 'TSAsExpression > TSAsExpression > TSUnknownKeyword.typeAnnotation',
  message:
    'Casting through unknown switches the compiler off. Give the value its type where it enters: a stored event has it from its StreamCategory.',
};

/** A name that says how long a block or a slot takes, such as blockMs, SLOT_MS_MIN or network.blockTime. */
const BLOCK_TIME = '/(block|slot)s?_?(time|ms|milli|second|interval|duration)|pace_?ms/i';
const DIVISIONS = ['BinaryExpression[operator="/"]', 'AssignmentExpression[operator="/="]'];
const DIVISORS = ['right.name', 'right.property.name', 'right.object.name', 'right.arguments.0.name'];

/** Division by the time of a block. Blocks come at another pace tomorrow, and money is looked for in the wrong ones. */
const BLOCKS_FROM_TIMES = DIVISIONS.flatMap((division) =>
  DIVISORS.map((divisor) => ({
    selector: `${division}[${divisor}=${BLOCK_TIME}]`,
    message:
      'Never turn a time into a number of blocks: their pace changes. Find the block of a time with BlocksByTime, or the slot with firstSlotSince.',
  })),
);

export default tseslint.config(
  {
    ignores: ['**/dist/**', '**/node_modules/**', '**/.venv/**', 'data/**', 'tests/api-tools/**'],
  },
  eslint.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.json', './apps/console/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      // A name that begins with an underscore says that it is there for its place only.
      '@typescript-eslint/no-unused-vars': [
        'error',
        {
          argsIgnorePattern: '^_',
          varsIgnorePattern: '^_',
          destructuredArrayIgnorePattern: '^_',
          ignoreRestSiblings: true,
        },
      ],
      eqeqeq: 'error',
      'no-restricted-imports': ['error', { patterns: [VIEM_VERIFY] }],
      'no-restricted-syntax': ['error', OWN_ERRORS, THROUGH_UNKNOWN],
    },
  },
  {
    // Nest reads constructor parameter types at run time, where a type-only import would leave `Object`.
    files: [
      'apps/**/*.ts',
      'libs/messaging/**/*.ts',
      'libs/host/src/{audit,observability,process,runtime,service}/**/*.ts',
    ],
    ignores: ['libs/messaging/src/queries/**'],
    rules: {
      '@typescript-eslint/consistent-type-imports': 'off',
      // Nest declares its options as a class and takes object literals for them.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
    },
  },
  {
    // A service cannot tell in which topology it runs: `ServiceHost` runs what it declares. What may be imported of the
    // libraries that also know topologies is listed here; dependency-cruiser forbids the stores.
    files: ['apps/!(gateway|standalone|console)/src/**/*.ts'],
    ignores: ['**/*.spec.ts', '**/testing/**', '**/main.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: '@stablecoin/event-sourcing',
              importNames: [
                ...['Projector', 'Publisher', 'JobRunner', 'ProjectorOptions', 'PublisherOptions', 'JobRunnerOptions'],
                ...['Lease', 'HeldLease'],
              ],
              message: 'The host runs read models, relays, jobs and leases: declare them in service.ts.',
            },
            {
              name: '@stablecoin/host',
              allowImportNames: [
                ...[
                  'defineService',
                  'ServiceHost',
                  'ServicePorts',
                  'Component',
                  'RepeatedTask',
                  'JobDeclaration',
                  'Publish',
                ],
                ...['ReadModel', 'readCurrent', 'outcomeOf', 'AuditTable', 'AuditLog', 'ACCESS_CHANGED'],
                ...['BoundedMap', 'MemoryBucketStore'],
                // Facts of the configuration, not of the deployment.
                ...['BootstrapApiKey', 'FIRST_ACCOUNT', 'OidcSettings'],
                ...['RATE_LIMIT_CLASSES', 'RateLimit', 'RateLimitClass', 'RateLimitOverrides'],
              ],
              message: 'A service knows its ports (ServicePorts), and not the process that it runs in.',
            },
            {
              name: '@stablecoin/messaging',
              allowImportNames: [
                ...[
                  'MessageConsumer',
                  'IN_ORDER',
                  'commandFrom',
                  'messageFrom',
                  'toCommand',
                  'Queries',
                  'QueryHandlers',
                  'RethrowFilter',
                ],
              ],
              message: 'The host publishes what follows from events.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['apps/gateway/src/**/*.ts'],
    ignores: ['**/*.spec.ts', '**/testing/**'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: '@stablecoin/event-sourcing',
              importNames: [
                ...['CommandHandler', 'Decider', 'StreamCategory', 'Projection', 'Projector', 'Publisher'],
                ...['JobRunner', 'Lease', 'HeldLease'],
              ],
              message:
                'The gateway decides and keeps nothing: that is the work of access and of the services behind it.',
            },
          ],
        },
      ],
    },
  },
  {
    // Node's fetch decodes what it did not ask for, and reads without a limit: docs/security.md lists every request.
    // The local chains ask processes of this machine, which they have started; HttpQueries asks our own services.
    files: ['apps/**/*.ts', 'libs/**/*.ts'],
    ignores: [
      ...['apps/console/**', 'libs/chains/src/local/**', 'libs/messaging/src/queries/http-queries.ts'],
      ...['libs/security/src/egress/safe-fetch.ts', 'libs/security/src/egress/request-by-node.ts'],
      ...['apps/webhook/src/adapters/post-by-node.ts'],
      ...['**/*.spec.ts', '**/testing/**'],
    ],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'].map((name) => ({ name, message: BY_HTTP_CLIENT })),
      ],
      'no-restricted-properties': ['error', { object: 'globalThis', property: 'fetch', message: BY_HTTP_CLIENT }],
      'no-restricted-imports': [
        'error',
        {
          paths: ['node:http', 'node:https', 'http', 'https'].map((name) => ({
            name,
            importNames: ['request', 'get', 'default'],
            message: BY_HTTP_CLIENT,
          })),
          patterns: [VIEM_VERIFY],
        },
      ],
    },
  },
  {
    files: ['libs/chains/**/*.ts', 'apps/**/*.ts'],
    // The sandbox and the local cluster are chains that we make: there a time has a block by definition.
    ignores: ['libs/chains/src/{simulated,local}/**'],
    rules: { 'no-restricted-syntax': ['error', OWN_ERRORS, THROUGH_UNKNOWN, ...BLOCKS_FROM_TIMES] },
  },
  // SDKs, the console and stand-ins for servers have errors of their own.
  {
    files: [
      'libs/contracts/src/errors/service-error.ts',
      'sdks/**/*.ts',
      'infra/local/**/*.ts',
      'apps/console/**/*.ts',
    ],
    rules: { 'no-restricted-syntax': ['error', THROUGH_UNKNOWN] },
  },
  // Tests look at answers and stores from outside, where nothing has a type.
  { files: ['tests/**/*.ts'], rules: { 'no-restricted-syntax': ['error', OWN_ERRORS] } },
  {
    files: ['**/*.spec.ts', '**/*.e2e.ts', '**/testing/**/*.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/require-await': 'off',
      'no-restricted-syntax': 'off',
      // Jest's asymmetric matchers are typed any.
      '@typescript-eslint/no-unsafe-assignment': 'off',
    },
  },
  {
    // A machine that is busy must not fail a test.
    files: ['**/*.spec.ts', '**/*.e2e.ts'],
    rules: { 'no-restricted-syntax': ['error', ...REAL_TIME] },
  },
  ...sizes,
  privateByHash,
  {
    files: ['apps/console/public/*.js'],
    languageOptions: { globals: { localStorage: 'readonly', document: 'readonly' } },
  },
  {
    files: ['**/*.mjs', '**/*.cjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        module: 'writable',
        require: 'readonly',
        __dirname: 'readonly',
        URL: 'readonly',
        Buffer: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        fetch: 'readonly',
        AbortController: 'readonly',
        AbortSignal: 'readonly',
        performance: 'readonly',
      },
    },
  },
);
