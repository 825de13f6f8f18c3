/** A picture of a contact sheet. */
export type SheetPicture = {
  readonly title: string;
  readonly bytes: Uint8Array | null;
  /** Has the label of the source; null for the source itself. */
  readonly isRight: boolean | null;
};

export type SheetRow = {
  readonly source: SheetPicture;
  readonly base: readonly SheetPicture[];
  readonly learnt: readonly SheetPicture[];
};

/** What the sheet and its two columns show. */
export type SheetTexts = { readonly note: string; readonly base: string; readonly learnt: string };

const learntTexts: SheetTexts = {
  note: 'Green: same label as the product. Red: another one. The map was not trained on these products.',
  base: 'vectors of the model',
  learnt: 'learnt',
};

const escapeText = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const readKind = (bytes: Uint8Array): string => {
  if (bytes[0] === 0x89) return 'png';
  if (bytes[0] === 0x47) return 'gif';
  return bytes[0] === 0x52 ? 'webp' : 'jpeg';
};

const renderPicture = ({ title, bytes, isRight }: SheetPicture): string => {
  const frame = isRight === null ? '' : ` class="${isRight ? 'right' : 'wrong'}"`;
  const source = bytes && `data:image/${readKind(bytes)};base64,${Buffer.from(bytes).toString('base64')}`;
  const text = escapeText(title);
  return source === null
    ? `<i${frame}>${text}</i>`
    : `<img${frame} src="${source}" alt="${text}" title="${text}">`;
};

const style = `body{font:14px sans-serif;margin:1rem}td,th{text-align:left;vertical-align:middle;padding:4px 8px}
img,i{width:96px;height:96px;object-fit:contain;border:3px solid #fff;display:inline-block}
.right{border-color:#289646}.wrong{border-color:#c83232}`;

/** One file without references: pictures are inside of it. */
export const renderSheet = (
  name: string,
  rows: readonly SheetRow[],
  texts: SheetTexts = learntTexts,
): string => {
  const cells = rows.map(
    ({ source, base, learnt }) =>
      `<tr><td>${renderPicture(source)}</td><td>${base.map(renderPicture).join('')}</td><td>${learnt.map(renderPicture).join('')}</td></tr>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Look-alikes of ${escapeText(name)}</title><style>${style}</style>
<h1>Look-alikes of ${escapeText(name)}</h1>
<p>${texts.note}</p>
<table><tr><th>product</th><th>${texts.base}</th><th>${texts.learnt}</th></tr>
${cells.join('\n')}
</table></html>
`;
};
