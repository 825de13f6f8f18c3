/** Reasons as an import reports them, and their kinds. The first group of a pattern is the value. */
const patterns = [
  [/^The feed has no column that is known as (.+): name a column/, 'no-column'],
  [/^The product cannot be sold like this: it has no ([^;]+)\.$/, 'no-value'],
  [/^The product cannot be sold like this: its (\S+ .*) cannot be read\.$/s, 'unreadable-value'],
  [/^The identifier is longer than (\d+) characters\.$/, 'long-identifier'],
  [/^The address (.*) is not one of a web page\.$/s, 'no-web-address'],
  [/^The identifier stands again at line (\d+);/, 'identifier-again'],
  [/^(\d+) columns where the header has \d+\./, 'wrong-columns'],
  [/^A quote opened in this row is never closed\.$/, 'open-quote'],
  [/^Column \d+ is a second "(.*)": it is read as/s, 'column-twice'],
  [/^Column "(.*)" contains a NUL character\.$/s, 'forbidden-character'],
  [
    /^(?:The line|A row|The item) (?:is longer than|has more than) (\S+(?: million)? (?:MB|characters))\.$/,
    'too-long',
  ],
  [/^The row is not UTF-8 text\.$/, 'not-utf8'],
  [/^The row is not JSON: (.*)\.$/s, 'not-json'],
  [/^The row is not an object\.$/, 'not-an-object'],
  [/^(?:The row is|Elements are) nested more than (\d+) (?:levels )?deep\.$/, 'too-deep'],
  [/^The (?:row|item) has more than (\d+) (?:fields|elements)\.$/, 'too-many-parts'],
  [/^The row has no handle\.$/, 'no-handle'],
  [/^The row has no SKU\.$/, 'no-sku'],
  [/^The product "(.*)" has more than \d+ rows\.$/s, 'too-many-rows'],
  [/^An "&" stands where "&amp;" should/, 'bare-ampersand'],
  [/^Rows of single store views repeat products/, 'other-store-views'],
] as const;

/** Why rows of a feed are left out or remarked on, in kinds that a client can translate. */
export const rowFaultKinds = [...patterns.map(([, kind]) => kind), 'other'] as const;

/** `value`: the names, the number or the text that the kind is about; the reason itself for the kind `other`. */
export type RowFault = { readonly kind: (typeof rowFaultKinds)[number]; readonly value: string | null };

/** Several missing values are one list: "name, no price" → "name, price". */
const tidyList = (value: string): string => value.replaceAll(', no ', ', ');

/** The kind of a reason as an import reports it. */
export const classifyRowFault = (reason: string): RowFault => {
  for (const [pattern, kind] of patterns) {
    const match = pattern.exec(reason);
    if (match === null) continue;
    const value = match[1] ?? null;
    return { kind, value: kind === 'no-value' && value !== null ? tidyList(value) : value };
  }
  return { kind: 'other', value: reason };
};
