/**
 * Fields and methods of a class are private by `#name`. The modifier `private` is for constructors and their parameters alone, which
 * cannot have such a name.
 */
const byHash = {
  meta: { type: 'suggestion', schema: [], messages: { hash: 'Name it #{{ name }} instead of `private {{ name }}`.' } },
  create: (context) => ({
    ':matches(PropertyDefinition, MethodDefinition[kind!="constructor"])[accessibility="private"]': (node) => {
      context.report({ node, messageId: 'hash', data: { name: context.sourceCode.getText(node.key) } });
    },
  }),
};

export const privateByHash = {
  files: ['**/*.{ts,tsx}'],
  plugins: { private: { rules: { 'by-hash': byHash } } },
  rules: { 'private/by-hash': 'error' },
};
