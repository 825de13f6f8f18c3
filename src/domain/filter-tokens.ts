import { comparisons } from './settings/choices.ts';
import type { Scalar } from './filter.ts';

/** Positions count characters from 1, as an editor does. */
export type Token = { readonly position: number; readonly text: string } & (
  | { readonly kind: 'name' /** Without brackets. */; readonly name: string }
  | {
      readonly kind: 'word' /** Lower case: `and`, `eq`, `in` … */;
      readonly word: ReservedWord;
    }
  | { readonly kind: 'scalar'; readonly value: Scalar }
  | { readonly kind: 'mark'; readonly mark: '(' | ')' | ',' }
  | { readonly kind: 'end' }
);

const reservedWords = ['and', 'or', 'not', 'in', ...comparisons] as const;
export type ReservedWord = (typeof reservedWords)[number];

/** Why a text is not a valid filter. `position` counts from 1. */
export type FilterError = { readonly position: number; readonly message: string };

const patterns = {
  space: /\s+/y,
  mark: /[(),]/y,
  string: /'(?:[^']|'')*'/y,
  number: /[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\p{L}\p{N}_.])/uy,
  plainName: /[\p{L}_][\p{L}\p{M}\p{N}_.-]*/uy,
  bracketName: /\[(?:[^\]]|\]\])+\]/y,
} as const;

/** A name that needs no brackets: it is neither a reserved word nor a boolean. */
export const isPlainName = (name: string): boolean =>
  name !== '' &&
  matchAt(patterns.plainName, name, 0) === name &&
  !isReservedWord(name.toLowerCase()) &&
  !isBooleanLiteral(name.toLowerCase());

export const tokenizeFilter = (text: string): Token[] | FilterError => {
  const tokens: Token[] = [];
  let at = matchAt(patterns.space, text, 0).length;
  while (at < text.length) {
    const token = readToken(text, at);
    if ('message' in token) return token;
    tokens.push(token);
    at += token.text.length;
    at += matchAt(patterns.space, text, at).length;
  }
  return [...tokens, { kind: 'end', position: at + 1, text: '' }];
};

const readToken = (text: string, at: number): Token | FilterError => {
  const position = at + 1;
  const mark = matchAt(patterns.mark, text, at);
  if (mark) return { kind: 'mark', mark: mark as '(' | ')' | ',', text: mark, position };
  const quoted = matchAt(patterns.string, text, at);
  if (quoted)
    return { kind: 'scalar', value: quoted.slice(1, -1).replaceAll("''", "'"), text: quoted, position };
  const digits = matchAt(patterns.number, text, at);
  if (digits) return numberToken(digits, position);
  const bracketed = matchAt(patterns.bracketName, text, at);
  if (bracketed) {
    return { kind: 'name', name: bracketed.slice(1, -1).replaceAll(']]', ']'), text: bracketed, position };
  }
  const plain = matchAt(patterns.plainName, text, at);
  return plain ? wordToken(plain, position) : { position, message: unexpectedCharacter(text.charAt(at)) };
};

const numberToken = (text: string, position: number): Token | FilterError => {
  const value = Number(text);
  return Number.isFinite(value)
    ? { kind: 'scalar', value, text, position }
    : { position, message: `${text} is too large a number` };
};

const wordToken = (text: string, position: number): Token => {
  const lower = text.toLowerCase();
  if (isReservedWord(lower)) return { kind: 'word', word: lower, text, position };
  if (isBooleanLiteral(lower)) return { kind: 'scalar', value: lower === 'true', text, position };
  return { kind: 'name', name: text, text, position };
};

const unexpectedCharacter = (character: string): string => {
  if (character === "'") return 'this string has no closing quote';
  if (character === '[') return 'this field name has no closing bracket';
  if (character === '"') return 'strings stand in single quotes';
  return `unexpected ${character}`;
};

const isReservedWord = (text: string): text is ReservedWord =>
  (reservedWords as readonly string[]).includes(text);

const isBooleanLiteral = (text: string): boolean => text === 'true' || text === 'false';

/** What a sticky pattern matches at this offset, or the empty string. */
const matchAt = (pattern: RegExp, text: string, at: number): string => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
};
