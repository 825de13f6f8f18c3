import { describe, expect, it } from 'vitest';
import { renderMarkdown, toSlug } from './markdown.ts';

const render = (text: string) =>
  renderMarkdown(text, (target) => (target.startsWith('known') ? `/docs/${target}` : null));

describe('a rendered page', () => {
  it('has a title, headings that can be linked to, and sections for the search', () => {
    const { title, html, sections } = render(
      '# Your *own* feed\n\nFirst **words** of `SEARCH_BOX`.\n\n## Step 1: `apply` it\n\n- one\n- [two](known.md)\n\n| a | b |\n| - | - |\n| c | d |\n',
    );
    expect(title).toBe('Your own feed');
    expect(html).toContain('<h2 id="step-1-apply-it">Step 1: <code>apply</code> it</h2>');
    expect(sections).toEqual([
      { id: '', title: 'Your own feed', depth: 1, text: 'First words of SEARCH_BOX.' },
      { id: 'step-1-apply-it', title: 'Step 1: apply it', depth: 2, text: 'one two a b c d' },
    ]);
  });

  it('links what belongs to the site, and shows the text of other links', () => {
    const { html } = render('[in](known.md#x) [out](../src/main.ts) ![picture](known.png) ![none](none.png)');
    expect(html).toContain('<a href="/docs/known.md#x">in</a> out');
    expect(html).toContain(
      '<a class="picture" href="/docs/known.png"><picture><source srcset="/docs/known-dark.png" media="(prefers-color-scheme: dark)"><img src="/docs/known.png" alt="picture" width="960" height="600" loading="lazy"></picture></a> none',
    );
  });

  it.each([
    '<script>alert(1)</script>',
    'text <img src=x onerror=alert(1)> text',
    '<a href="javascript:alert(1)">x</a>',
    '[x](javascript:alert(1))',
    '![" onload="alert(1)](known.png)',
    '```"><script>\n</code><script>alert(1)</script>\n```',
    '`<script>alert(1)</script>`',
    '# <script>alert(1)</script>',
    '| <script> |\n| - |\n| <b onclick=x> |',
    '```json "><script>\n{}\n```',
    '```try /x"><script>\n"><script> required\n```',
  ])('shows %s as text', (text) => {
    const { html } = render(`${text}\n`);
    expect(html).not.toMatch(/<script|<b |href="javascript|<img src=x/);
    const tags = html.match(/<[^>]+>/g)?.join('') ?? '';
    expect(tags.replaceAll(/"[^"]*"/g, '""')).not.toMatch(/\son\w+=/);
  });

  it('folds what is long, and lets the search find what is folded by its name', () => {
    const { html, sections } = render(
      '# API\n\n`````fields Thing\nA `b`, see [x](known.md).\n`````\n\n`````fold <More>\n- c\n`````\n',
    );
    expect(html).toContain(
      '<details class="fold"><summary>Thing</summary><div id="thing"><p>A <code>b</code>',
    );
    expect(html).toContain('<details class="fold"><summary>&lt;More&gt;</summary><div><ul>');
    expect(sections.map(({ id, depth, text }) => [id, depth, text])).toEqual([
      ['', 1, ''],
      ['thing', 3, 'A b, see x. - c'],
    ]);
  });

  it('lets wide tables and examples scroll by the keyboard', () => {
    const { html } = render('| a |\n| - |\n| b |\n\n```bash\nls\n```\n');
    expect(html.match(/tabindex="0"/g)).toHaveLength(2);
    expect(html).toContain('<th scope="col">a</th>');
    expect(html).toContain('<pre tabindex="0"><code>ls</code></pre>');
  });
});

describe('places for own values', () => {
  it.each([
    ['key="kdr_pub_…"', 'publishableKey', 'kdr_pub_…'],
    ['<kindred-look-alikes tracker="…" limit="4">', 'searchTracker', '…'],
    ['<kindred-related-keywords key="x" tracker="…">', 'keywordTracker', '…'],
    ['curl https://a.example/search/imagesearch?btr=…', 'searchTracker', '…'],
    ['curl https://a.example/relatedsearches/keywords?btr=…', 'keywordTracker', '…'],
    ['curl -d "btr=$SEARCH_BOX"', 'searchTracker', '$SEARCH_BOX'],
    ['curl -d "btr=$RELATED_BOX"', 'keywordTracker', '$RELATED_BOX'],
    ['-H "Ocp-Apim-Subscription-Key: $KEY"', 'openKey', '$KEY'],
    ['curl -sf http://127.0.0.1:8080/healthz', 'address', 'http://127.0.0.1:8080'],
    ['src="https://kindred.shop.example/storefront/kindred.js"', 'address', 'https://kindred.shop.example'],
  ])('are found in %s', (example, fill, text) => {
    const { html } = render(`\`\`\`html\n${example}\n\`\`\`\n`);
    expect(html).toContain(`<span data-fill="${fill}">${text}</span>`);
    expect(html.match(/data-fill/g)).toHaveLength(1);
  });

  it('are nowhere else: a secret key and an ellipsis in a sentence stay as they are', () => {
    expect(
      render('`kdr_sec_…` and `KINDRED_KEY=…` and `SEARCH_BOX=$(x)` and `--header "$KEY"` and so on …').html,
    ).not.toContain('data-fill');
  });
});

describe('the name of a heading in an address', () => {
  it.each([
    ['Content security policy', 'content-security-policy'],
    ['What holds, for every call?', 'what-holds-for-every-call'],
    ['Größe & Maß', 'größe--maß'],
    ['`kindred apply`', 'kindred-apply'],
  ])('of "%s" is as on GitHub', (text, slug) => expect(toSlug(text)).toBe(slug));
});
