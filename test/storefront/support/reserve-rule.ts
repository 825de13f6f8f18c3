import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The rules of docs/storefront.md for a shop's style sheet: what is tested is what the guide says. */
export const readReserveRule = (): string => {
  const guide = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'storefront.md'), 'utf8');
  const rule = /```css\n([\s\S]*?)```/.exec(guide)?.[1];
  if (rule === undefined) throw new Error('docs/storefront.md has no block of CSS.');
  return rule;
};
