import type { Comparison, Filter, Scalar } from './filter.ts';
import {
  type FilterError,
  isPlainName,
  type Token,
  tokenizeFilter,
  type ReservedWord,
} from './filter-tokens.ts';
import { filterTextLimits } from './settings/limits.ts';

/*
 *   filter     = conjunction { "or" conjunction }
 *   conjunction= term { "and" term }
 *   term       = "not" term | "(" filter ")" | field test
 *   test       = ( "eq" | "ne" | "gt" | "ge" | "lt" | "le" ) value | "in" "(" value { "," value } ")"
 *   field      = plain name | "[" any characters, "]" doubled "]"
 *   value      = 'text, quotes doubled' | number | true | false
 *
 * A subset of OData filters. Reserved words are case-insensitive. Brackets are an extension: names of mapped
 * fields may contain spaces, which OData cannot write.
 */

/** Position of each comparison in the text, from 1. Keyed by object identity, so that filters stay plain data. */
export type FilterPositions = ReadonlyMap<Filter, number>;

export type ParsedFilter =
  | { readonly ok: true; readonly filter: Filter; readonly positions: FilterPositions }
  | ({ readonly ok: false } & FilterError);

/** Never throws; the error says where parsing stopped and what was expected. */
export const parseFilter = (text: string): ParsedFilter => {
  if (text.length > filterTextLimits.length) {
    return fail(filterTextLimits.length + 1, `a filter has at most ${filterTextLimits.length} characters`);
  }
  const tokens = tokenizeFilter(text);
  if (!Array.isArray(tokens)) return { ok: false, ...tokens };
  try {
    const cursor = createCursor(tokens);
    const filter = readDisjunction(cursor, 0);
    if (cursor.peek().kind !== 'end') throw unexpected(cursor.peek(), '`and`, `or` or the end');
    return { ok: true, filter, positions: cursor.positions };
  } catch (error) {
    if (error instanceof FilterSyntaxError) return fail(error.position, error.message);
    throw error;
  }
};

/** The inverse of `parseFilter`. Lists must not be empty: the grammar has no empty list. */
export const writeFilter = (filter: Filter): string => {
  switch (filter.kind) {
    case 'compare':
      return `${writeField(filter.field)} ${filter.comparison} ${writeScalar(filter.value)}`;
    case 'in':
      return `${writeField(filter.field)} in (${filter.values.map(writeScalar).join(', ')})`;
    case 'not':
      return `not ${writeOperand(filter.part)}`;
    case 'and':
    case 'or':
      return filter.parts.map(writeOperand).join(` ${filter.kind} `);
  }
};

const writeOperand = (filter: Filter): string => {
  const text = writeFilter(filter);
  return filter.kind === 'and' || filter.kind === 'or' ? `(${text})` : text;
};

const writeField = (name: string): string => (isPlainName(name) ? name : `[${name.replaceAll(']', ']]')}]`);

const writeScalar = (value: Scalar): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);

/** Ends the recursive descent; `parseFilter` catches it. */
class FilterSyntaxError extends Error {
  readonly position: number;
  constructor(position: number, message: string) {
    super(message);
    this.position = position;
  }
}

type Cursor = {
  readonly positions: Map<Filter, number>;
  peek(): Token;
  take(): Token;
  takeWord(...words: ReservedWord[]): ReservedWord | null;
};

const createCursor = (tokens: readonly Token[]): Cursor => {
  const end = tokens[tokens.length - 1] as Token;
  let index = 0;
  const peek = () => tokens[index] ?? end;
  const take = () => {
    const token = peek();
    index += 1;
    return token;
  };
  const takeWord = (...words: ReservedWord[]) => {
    const token = peek();
    if (token.kind !== 'word' || !words.includes(token.word)) return null;
    index += 1;
    return token.word;
  };
  return { positions: new Map(), peek, take, takeWord };
};

const readDisjunction = (cursor: Cursor, depth: number): Filter =>
  readList(cursor, 'or', () => readList(cursor, 'and', () => readTerm(cursor, depth)));

const readList = (cursor: Cursor, kind: 'and' | 'or', readPart: () => Filter): Filter => {
  const first = readPart();
  const parts = [first];
  while (cursor.takeWord(kind)) parts.push(readPart());
  return parts.length > 1 ? { kind, parts } : first;
};

const readTerm = (cursor: Cursor, depth: number): Filter => {
  if (depth >= filterTextLimits.depth) {
    throw new FilterSyntaxError(
      cursor.peek().position,
      `a filter is nested at most ${filterTextLimits.depth} deep`,
    );
  }
  if (cursor.takeWord('not')) return { kind: 'not', part: readTerm(cursor, depth + 1) };
  const token = cursor.take();
  if (token.kind === 'name') {
    if (cursor.positions.size >= filterTextLimits.terms) {
      throw new FilterSyntaxError(
        token.position,
        `a filter has at most ${filterTextLimits.terms} comparisons`,
      );
    }
    const test = readTest(cursor, token.name);
    cursor.positions.set(test, token.position);
    return test;
  }
  if (!isMark(token, '(')) throw unexpected(token, 'a field name, `not` or `(`');
  const filter = readDisjunction(cursor, depth + 1);
  expectMark(cursor, ')', '`)`, `and` or `or`');
  return filter;
};

const readTest = (cursor: Cursor, field: string): Filter => {
  const comparison = cursor.takeWord('eq', 'ne', 'gt', 'ge', 'lt', 'le', 'in');
  if (comparison === null) throw unexpected(cursor.peek(), '`eq`, `ne`, `gt`, `ge`, `lt`, `le` or `in`');
  if (comparison === 'in') return { kind: 'in', field, values: readValues(cursor) };
  return { kind: 'compare', field, comparison: comparison as Comparison, value: readValue(cursor) };
};

const readValues = (cursor: Cursor): Scalar[] => {
  expectMark(cursor, '(', '`(`');
  const values = [readValue(cursor)];
  while (isMark(cursor.peek(), ',')) {
    cursor.take();
    values.push(readValue(cursor));
  }
  expectMark(cursor, ')', '`,` or `)`');
  return values;
};

const readValue = (cursor: Cursor): Scalar => {
  const token = cursor.take();
  if (token.kind !== 'scalar') throw unexpected(token, "a value: 'text', a number, true or false");
  return token.value;
};

const expectMark = (cursor: Cursor, mark: string, expected: string): void => {
  const token = cursor.take();
  if (!isMark(token, mark)) throw unexpected(token, expected);
};

const isMark = (token: Token, mark: string): boolean => token.kind === 'mark' && token.mark === mark;

const unexpected = (token: Token, expected: string): FilterSyntaxError => {
  const actual = token.kind === 'end' ? 'the end' : `\`${token.text}\``;
  return new FilterSyntaxError(token.position, `expected ${expected}, found ${actual}`);
};

const fail = (position: number, message: string): ParsedFilter => ({ ok: false, position, message });
