/** @checks */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { anchorsOf, linksOf } from '../e2e/support/markdown';
import { filesNamed, ROOT, textOf } from '../e2e/support/repository';

const DOCUMENTS = filesNamed(/\.md$/);

describe('The links of the documents', () => {
  const links = DOCUMENTS.flatMap((file) =>
    linksOf(textOf(file))
      .filter(({ target }) => !/^[a-z]+:/.test(target))
      .map((link) => ({ file, ...link })),
  );

  it('lead to a file and a heading that exist', () => {
    const dead = links.filter(({ file, target }) => {
      const [path = '', anchor] = target.split('#');
      const linked = path === '' ? file : join(dirname(file), path);
      if (!existsSync(join(ROOT, linked))) return true;
      return anchor !== undefined && !anchorsOf(textOf(linked)).has(anchor);
    });
    expect(links.length).toBeGreaterThan(50);
    expect(dead).toEqual([]);
  });

  it('lead to a file that contains the name in the link text, such as `PaymentWaiters.watch`', () => {
    const named = links.flatMap((link) => {
      const name = /^`(?:\w+\.)*#?(\w+)`$/.exec(link.text)?.[1];
      return name !== undefined && name !== 'ts' && link.target.endsWith('.ts') ? [{ ...link, name }] : [];
    });
    const wrong = named.filter(({ file, target, name }) => {
      const source = textOf(join(dirname(file), target));
      return !new RegExp(`\\b${name}\\b`).test(source);
    });
    expect(named.length).toBeGreaterThan(20);
    expect(wrong).toEqual([]);
  });
});
