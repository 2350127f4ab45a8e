import { OptionDefaults } from 'typedoc';

/** @type {Partial<import('typedoc').TypeDocOptions>} */
export default {
  entryPoints: ['src/index.ts'],
  out: 'dist/docs',
  excludePrivate: true,
  excludeExternals: true,
  treatWarningsAsErrors: true,
  // Types that are generated stand behind those that are exported.
  validation: { notExported: false, invalidLink: true },
  blockTags: [...OptionDefaults.blockTags, '@description', '@constant', '@enum'],
};
