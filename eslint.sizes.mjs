import tseslint from 'typescript-eslint';

/** `{ ...{ a, b }, c }` instead of `{ a, b, c }`: it saves lines of the formatter, and costs the reader a second look. */
const noLiteralSpread = {
  meta: {
    type: 'suggestion',
    fixable: 'code',
    schema: [],
    messages: { spread: 'List the members instead of spreading a literal.' },
  },
  create: (context) => ({
    'SpreadElement[argument.type=/^(Object|Array)Expression$/]': (node) => {
      const members = context.sourceCode.getText(node.argument).slice(1, -1).trim().replace(/,$/, '');
      const fix = members === '' ? null : (fixer) => fixer.replaceText(node, members);
      context.report({ node, messageId: 'spread', fix });
    },
  }),
};

/** Comments and blank lines count: a file is as long as its reader sees it. */
export const SIZE_RULES = {
  'max-lines': ['error', { max: 300 }],
  'max-lines-per-function': ['error', { max: 70 }],
  'max-depth': ['error', 3],
  'sizes/no-literal-spread': 'error',
};

/**
 * Files that are longer, by rule. An entry may be removed and never added: tests/lint/sizes.spec.ts fails for a file that is
 * missing here, and for one that is no longer needed.
 */
export const SIZE_EXCEPTIONS = {
  'max-lines': [
    'apps/payment/src/testing/evm/evm-campaign.ts',
    'apps/payment/src/testing/evm/evm-world.ts',
    'apps/payment/src/testing/solana-campaign.ts',
  ],
  'max-lines-per-function': [],
  'max-depth': [],
  'sizes/no-literal-spread': [],
};

export const SIZED = ['apps/**/*.{ts,tsx}', 'libs/**/*.{ts,tsx}', 'sdks/{typescript,cli}/**/*.ts'];
/** Specs and the suites that several adapters share, and generated code. */
export const NOT_SIZED = [
  '**/*.spec.{ts,tsx}',
  '**/*.e2e.ts',
  '**/*.contract.ts',
  '**/*-contract/**',
  '**/*.d.ts',
  '**/generated/**',
  'sdks/*/test/**',
];

const base = {
  files: SIZED,
  ignores: NOT_SIZED,
  plugins: { sizes: { rules: { 'no-literal-spread': noLiteralSpread } } },
  rules: SIZE_RULES,
};

/** The rules with their exceptions. */
export const sizes = [
  base,
  ...Object.entries(SIZE_EXCEPTIONS)
    .filter(([, files]) => files.length > 0)
    .map(([rule, files]) => ({ files, rules: { [rule]: 'off' } })),
];

/** The rules alone, without types and without exceptions: to find out which exceptions are needed. */
export const sizesAlone = [
  { ignores: ['**/dist/**', '**/node_modules/**'] },
  {
    ...base,
    // Directives for other rules are none of ours.
    linterOptions: { noInlineConfig: true },
    languageOptions: { parser: tseslint.parser, parserOptions: { ecmaFeatures: { jsx: true } } },
  },
];
