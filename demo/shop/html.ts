/** Text that is HTML already. Everything else is escaped where it is inserted. */
export type Html = { readonly html: string };

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (mark) => entities[mark] ?? mark);

type Value = string | number | Html | readonly Html[];

const render = (value: Value): string => {
  if (typeof value === 'object')
    return 'html' in value ? value.html : value.map((each) => each.html).join('');
  return escapeHtml(String(value));
};

/** A template whose values are escaped, except for those that are HTML. */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Html => ({
  html: parts.map((part, at) => part + render(values[at] ?? '')).join(''),
});

export const nothing: Html = { html: '' };
