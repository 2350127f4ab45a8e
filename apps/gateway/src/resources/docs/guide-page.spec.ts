import { guidePage } from './guide-page';

const page = (markdown: string): string => guidePage('Title', 'a.md', markdown, new Set(['a.md', 'b.md']));

describe('The page of a guide', () => {
  it('has the headings with the anchors that GitHub gives them', () => {
    expect(page('## Receiving events: `svc listen`\n')).toContain(
      '<h2 id="receiving-events-svc-listen">Receiving events: <code>svc listen</code></h2>',
    );
  });

  it.each([
    ['[b](b.md)', '<a href="b">b</a>'],
    ['[b](b.md#part)', '<a href="b#part">b</a>'],
    ['[here](#part)', '<a href="#part">here</a>'],
    ['[RFC](https://www.rfc-editor.org/rfc/rfc4180)', '<a href="https://www.rfc-editor.org/rfc/rfc4180">RFC</a>'],
    ['[the document](../apps/gateway/openapi.json)', '<a href="../openapi.json">the document</a>'],
    ['[`code`](../apps/gateway/src/main.ts)', '<p><code>code</code></p>'],
    ['[not served](adr/0001.md)', '<p>not served</p>'],
    ['[script](javascript:alert(1))', '<p>script</p>'],
    ['![a picture](images/picture.png)', '<p>a picture</p>'],
  ])('turns %s into %s', (markdown, html) => {
    expect(page(markdown)).toContain(html);
  });

  it('begins with an outline of its sections, from three on', () => {
    const outline = (markdown: string): string | undefined =>
      /<nav aria-label="On this page">.*<\/nav>/.exec(page(markdown))?.[0];
    expect(outline('# A\n\n## One\n\n### Part\n\n## Two: `svc`\n\n## Three\n')).toBe(
      '<nav aria-label="On this page"><ul><li><a href="#one">One</a></li>' +
        '<li><a href="#two-svc">Two: <code>svc</code></a></li><li><a href="#three">Three</a></li></ul></nav>',
    );
    expect(outline('# A\n\n## One\n\n## Two\n')).toBeUndefined();
  });

  it('takes over no HTML and no comment', () => {
    const html = page('<!-- a note -->\n\nA <b>word</b> and <script>alert(1)</script>\n\n`<b>`\n');
    expect(html).not.toMatch(/<!--|<b>|<script/);
    expect(html).toContain('<code>&lt;b&gt;</code>');
  });
});
