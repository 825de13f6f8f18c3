import type { Static, TObject, TSchema } from 'typebox';
import { Fault } from '../../errors.ts';
import { onlyValue, type Query } from './query.ts';

/** The keywords of JSON Schema that parameters are described, and therefore checked, with. */
type Rules = {
  readonly type?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
};

/** Applied to a text before its length is measured. */
export type Tidying = Readonly<Record<string, (text: string) => string>>;

/** Reads what the schema describes; throws `bad-input` with the name, the problem and what is allowed. */
export const readParameters = <T extends TObject>(
  schema: T,
  query: Query,
  tidying: Tidying = {},
): Static<T> => {
  const { required = [] } = schema as { required?: readonly string[] };
  const read: Record<string, unknown> = {};
  for (const [name, property] of Object.entries<TSchema>(schema.properties)) {
    const text = onlyValue(query, name);
    if (text !== null) read[name] = readValue(name, property, tidying[name]?.(text) ?? text);
    else if (required.includes(name)) throw refuse(name, 'is missing', property);
  }
  return read as Static<T>;
};

const readValue = (name: string, rules: Rules, text: string): string | number | boolean => {
  if (rules.type === 'integer') return readInteger(name, rules, text);
  if (rules.type === 'boolean') return readSwitch(name, rules, text);
  return readText(name, rules, text);
};

const readInteger = (name: string, rules: Rules, text: string): number => {
  if (!/^-?\d+$/.test(text)) throw refuse(name, `${shown(text)} is not a whole number`, rules);
  const value = Number(text);
  if (value < (rules.minimum ?? Number.MIN_SAFE_INTEGER))
    throw refuse(name, `${cut(text)} is too small`, rules);
  if (value > (rules.maximum ?? Number.MAX_SAFE_INTEGER))
    throw refuse(name, `${cut(text)} is too large`, rules);
  return value;
};

const readSwitch = (name: string, rules: Rules, text: string): boolean => {
  const value = { true: true, false: false }[text.toLowerCase()];
  if (value === undefined) throw refuse(name, `${shown(text)} is neither true nor false`, rules);
  return value;
};

const readText = (name: string, rules: Rules, text: string): string => {
  // Characters, not UTF-16 units: what JSON Schema counts, and what a shopper sees.
  const length = [...text].length;
  if (length < (rules.minLength ?? 0)) throw refuse(name, 'is empty', rules);
  if (length > (rules.maxLength ?? length)) throw refuse(name, `has ${length} characters`, rules);
  return text;
};

/** "top: 101 is too large. Allowed: a whole number from 1 to 100." */
export const refuse = (name: string, problem: string, rules: Rules): Fault =>
  new Fault('bad-input', `${name}: ${problem}.`, { nextStep: `Allowed: ${allowed(rules)}.` });

const allowed = ({ type, format, minimum, maximum, minLength, maxLength }: Rules): string => {
  if (format === 'uuid') return 'a GUID';
  if (type === 'boolean') return 'true or false';
  if (type === 'integer')
    return `a whole number from ${minimum ?? 0} to ${maximum ?? Number.MAX_SAFE_INTEGER}`;
  return `${minLength ?? 0} to ${maxLength ?? 'any number of'} characters`;
};

/** What a caller wrote, cut to a length that can be answered with. */
const shown = (text: string): string => `"${cut(text)}"`;

const cut = (text: string): string => {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};
