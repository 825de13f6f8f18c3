/** Text that is HTML already. Everything else is escaped where it is inserted. */
export type Html = { readonly html: string };

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (mark) => entities[mark] ?? mark);

/** A template whose values are escaped, except for those that are HTML. */
export const html = (parts: TemplateStringsArray, ...values: readonly (string | Html)[]): Html => ({
  html: parts
    .map((part, at) => {
      const value = values[at];
      if (value === undefined) return part;
      return part + (typeof value === 'string' ? escapeHtml(value) : value.html);
    })
    .join(''),
});

export const joinHtml = (parts: readonly Html[]): Html => ({ html: parts.map((part) => part.html).join('') });
