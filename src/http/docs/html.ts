import type { Json } from '../json.ts';

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (mark) => entities[mark] ?? mark);

/** Text with `code` marks. */
export const prose = (text: Json | undefined): string =>
  escapeHtml(typeof text === 'string' ? text : '').replace(/`([^`]+)`/g, '<code>$1</code>');

/** Cells are HTML already. Wide tables scroll by themselves, so that the page never does on a phone. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const header = head.map((cell) => `<th scope="col">${cell}</th>`).join('');
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n');
  return `<div class="table" tabindex="0"><table><thead><tr>${header}</tr></thead><tbody>${body}</tbody></table></div>`;
};

/** Coloured by the page's script, readable without it. */
export const jsonBlock = (value: Json, label: string): string =>
  `<pre class="json" tabindex="0" aria-label="${escapeHtml(label)}">${escapeHtml(JSON.stringify(value, null, 2))}</pre>`;
