import type { Json } from '../../schema/json.ts';

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (mark) => entities[mark] ?? mark);

/** Escapes a text and renders `code` marks. */
export const prose = (text: Json | undefined): string =>
  escapeHtml(typeof text === 'string' ? text : '').replace(/`([^`]+)`/g, '<code>$1</code>');

/** Cells are HTML already. A wide table scrolls inside its own box, so that the page does not on a phone. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const header = head.map((cell) => `<th scope="col">${cell}</th>`).join('');
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n');
  return `<div class="table" tabindex="0"><table><thead><tr>${header}</tr></thead><tbody>${body}</tbody></table></div>`;
};

/** The page's script colours it; it is readable without. */
export const jsonBlock = (value: Json, label: string): string =>
  `<pre class="json" tabindex="0" aria-label="${escapeHtml(label)}">${escapeHtml(JSON.stringify(value, null, 2))}</pre>`;
