import { Marked, type Token, type Tokens } from 'marked';

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (mark) => entities[mark] ?? mark);

/**
 * Places in an example where a reader puts a value of their own. The page's script fills them in for somebody who is
 * signed in to the portal.
 */
const places = [
  { fill: 'publishableKey', pattern: 'kdr_pub_…' },
  { fill: 'searchTracker', pattern: '(?<=<kindred-look-alikes[^>]{0,200}tracker=")…' },
  { fill: 'keywordTracker', pattern: '(?<=<kindred-related-keywords[^>]{0,200}tracker=")…' },
  { fill: 'searchTracker', pattern: '(?<=imagesearch\\?btr=)…' },
  { fill: 'keywordTracker', pattern: '(?<=relatedsearches/keywords\\?btr=)…' },
  { fill: 'searchTracker', pattern: '(?<=btr=)\\$SEARCH_BOX' },
  { fill: 'keywordTracker', pattern: '(?<=btr=)\\$RELATED_BOX' },
  // A key that works from a command line: one without allowed origins.
  { fill: 'openKey', pattern: '(?<=Ocp-Apim-Subscription-Key: )\\$KEY' },
  { fill: 'address', pattern: 'https://kindred\\.shop\\.example|http://127\\.0\\.0\\.1:8080' },
] as const;

type Fill = (typeof places)[number]['fill'];

const anyPlace = new RegExp(places.map(({ pattern }) => `(${pattern})`).join('|'), 'g');

/** The text of an example as HTML, with the places marked. */
const markPlaceholders = (code: string): string => {
  let html = '';
  let done = 0;
  for (const match of code.matchAll(anyPlace)) {
    const found = match.slice(1).findIndex((group) => group !== undefined);
    const fill: Fill | undefined = places[found]?.fill;
    html += escapeHtml(code.slice(done, match.index));
    html += `<span data-fill="${fill ?? ''}">${escapeHtml(match[0])}</span>`;
    done = match.index + match[0].length;
  }
  return html + escapeHtml(code.slice(done));
};

type DocsSection = {
  readonly id: string;
  readonly title: string;
  readonly depth: number;
  readonly text: string;
};

export type RenderedMarkdown = {
  /** Text of the first heading. */
  readonly title: string;
  readonly html: string;
  /** The page itself and each of its headings, with the words below it, for the search. */
  readonly sections: readonly DocsSection[];
};

/** The address of a link on the site; null: the target is not part of it, and only its text is shown. */
export type ResolveLink = (target: string) => string | null;

/** As GitHub makes them, so that links to headings work in both places. */
export const toSlug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

/** The words of a token without its marks. */
const plainText = (token: Token): string => {
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table;
    return [header, ...rows].map((row) => row.map(({ text }) => text).join(' ')).join(' ');
  }
  if (token.type === 'list') return (token as Tokens.List).items.map(({ text }) => text).join(' ');
  return 'text' in token && typeof token.text === 'string' ? token.text : '';
};

/** The name of what a block `fields NAME` describes. */
const fieldsOf = (token: Token): string | null =>
  token.type === 'code' && 'lang' in token && typeof token.lang === 'string'
    ? (/^fields (.+)$/.exec(token.lang)?.[1] ?? null)
    : null;

const removeMarks = (text: string): string =>
  text
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]+/g, '')
    .replaceAll(/[#>|]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const listSections = (tokens: readonly Token[]): DocsSection[] => {
  const sections: (Omit<DocsSection, 'text'> & { readonly words: string[] })[] = [];
  for (const token of tokens) {
    if (token.type === 'heading') {
      const { depth, text } = token as Tokens.Heading;
      const title = removeMarks(text);
      sections.push({ id: depth === 1 ? '' : toSlug(title), title, depth, words: [] });
    } else if (fieldsOf(token) !== null) {
      const title = fieldsOf(token) ?? '';
      sections.push({ id: toSlug(title), title, depth: 3, words: [plainText(token)] });
    } else sections.at(-1)?.words.push(plainText(token));
  }
  return sections.map(({ words, ...section }) => ({ ...section, text: removeMarks(words.join(' ')) }));
};

/** `try <path>` is a form with a field for each line, `json <title>` an example to be opened. */
const renderCode = ({ text, lang = '' }: Tokens.Code): string => {
  const [language = '', ...rest] = lang.split(' ');
  const title = rest.join(' ');
  if (language === 'try') return renderForm(title, text);
  const block = `<pre tabindex="0"${language === 'json' ? ' class="json"' : ''}><code>${markPlaceholders(text)}</code></pre>\n`;
  return title === '' ? block : `<details><summary>${escapeHtml(title)}</summary>${block}</details>\n`;
};

/** A picture of the portal, dark for those who read in the dark; a click shows it in its own size. */
export const renderPicture = (address: string, text: string): string => {
  const [light, dark] = [address, address.replace(/\.png$/, '-dark.png')].map(escapeHtml);
  return `<a class="picture" href="${light}"><picture><source srcset="${dark}" media="(prefers-color-scheme: dark)"><img src="${light}" alt="${escapeHtml(text)}" width="960" height="600" loading="lazy"></picture></a>`;
};

const renderForm = (path: string, fields: string): string => {
  const inputs = fields.split('\n').map((line) => {
    const [name = '', required, ...example] = line.split(' ').map(escapeHtml);
    const value = example.length === 0 ? '' : ` value="${example.join(' ')}"`;
    return `<label>${name} <input name="${name}" autocomplete="off"${required ? ' required' : ''}${value}></label>`;
  });
  return `<form class="try" data-path="${escapeHtml(path)}"><p><b>Try it</b></p>
<div class="fields"><label>Subscription key <input type="password" data-key autocomplete="off" spellcheck="false"></label>
${inputs.join('\n')}</div>
<p><button type="submit">Send</button></p>
<pre data-curl tabindex="0" aria-label="curl line"></pre>
<p role="status"></p>
<pre data-answer tabindex="0" aria-label="Answer" hidden></pre></form>\n`;
};

/** Opened by its title, and by a link to what is inside. */
const renderFold = (title: string, inside: string, id = ''): string =>
  `<details class="fold"><summary>${escapeHtml(title)}</summary><div${id === '' ? '' : ` id="${escapeHtml(id)}"`}>${inside}</div></details>\n`;

/** HTML inside of Markdown is shown as text: the pages come from files, and their policy forbids inline code. */
const createRenderer = (resolve: ResolveLink): Marked => {
  const marked: Marked = new Marked({
    renderer: {
      html: ({ text }) => escapeHtml(text),
      heading({ tokens, depth, ...heading }) {
        const id = toSlug(removeMarks(heading.text));
        return `<h${depth} id="${escapeHtml(id)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const address = resolve(href);
        const text = this.parser.parseInline(tokens);
        return address === null ? text : `<a href="${escapeHtml(address)}">${text}</a>`;
      },
      image({ href, text }) {
        const address = resolve(href);
        return address === null ? escapeHtml(text) : renderPicture(address, text);
      },
      // `fields NAME` and `fold TITLE` hold Markdown that is opened by its title; the former can be linked to.
      code(token) {
        const [, kind, title] = /^(fields|fold) (.+)$/.exec(token.lang ?? '') ?? [];
        if (title === undefined) return renderCode(token);
        return renderFold(
          title,
          marked.parse(token.text, { async: false }),
          kind === 'fields' ? toSlug(title) : '',
        );
      },
      codespan: ({ text }) => `<code>${markPlaceholders(text)}</code>`,
      // A wide table scrolls inside its own box, so that the page does not on a phone.
      table(token) {
        const cells = (row: readonly Tokens.TableCell[], tag: string) =>
          row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag.slice(0, 2)}>`).join('');
        const body = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n');
        return `<div class="table" tabindex="0"><table><thead><tr>${cells(
          token.header,
          'th scope="col"',
        )}</tr></thead><tbody>${body}</tbody></table></div>\n`;
      },
    },
  });
  return marked;
};

export const renderMarkdown = (text: string, resolve: ResolveLink): RenderedMarkdown => {
  const marked = createRenderer(resolve);
  const tokens = marked.lexer(text);
  const sections = listSections(tokens);
  return { title: sections[0]?.title ?? '', html: marked.parser(tokens), sections };
};
