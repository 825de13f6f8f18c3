import type { Static, TObject, TSchema } from 'typebox';
import { Fault, readTogether } from '../../errors.ts';
import { isGiven, onlyValue, type Query } from '../call/query.ts';

/** The JSON Schema keywords that parameters use; the same schema documents and validates them. */
type Rules = {
  readonly type?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly description?: string;
};

/** By parameter name: applied to the text before its length is checked. */
export type Normalizers = Readonly<Record<string, (text: string) => string>>;

/**
 * Reads the parameters of the schema; throws `bad-input` with the name, the problem and the allowed values, for all
 * parameters at once. An empty optional parameter counts as absent, as it does for most servers.
 */
export const readParameters = <T extends TObject>(
  schema: T,
  query: Query,
  normalizers: Normalizers = {},
): Static<T> => {
  const { required = [] } = schema as { required?: readonly string[] };
  const values: Record<string, unknown> = {};
  const readers: (() => void)[] = [];
  for (const name in schema.properties) {
    const property = schema.properties[name] as TSchema;
    const isRequired = required.includes(name);
    // Most calls give two of many.
    if (isRequired || isGiven(query, name))
      readers.push(() => readParameter(query, { name, property, isRequired }, normalizers[name], values));
  }
  readTogether(...readers);
  return values as Static<T>;
};

type ParameterRule = { readonly name: string; readonly property: TSchema; readonly isRequired: boolean };

/** Adds the value to `values` unless it is absent. */
const readParameter = (
  query: Query,
  { name, property, isRequired }: ParameterRule,
  normalize: ((text: string) => string) | undefined,
  values: Record<string, unknown>,
): void => {
  const text = onlyValue(query, name);
  if (text === null && isRequired) throw parameterFault(name, 'is missing', property);
  if (text === null || (!isRequired && text.trim() === '')) return;
  values[name] = readValue(name, property, normalize?.(text) ?? text);
};

const readValue = (name: string, rules: Rules, text: string): string | number | boolean => {
  if (rules.type === 'integer') return readInteger(name, rules, text);
  if (rules.type === 'boolean') return readBoolean(name, rules, text);
  return readText(name, rules, text);
};

const readInteger = (name: string, rules: Rules, text: string): number => {
  if (!/^-?\d+$/.test(text)) throw parameterFault(name, `${quote(text)} is not a whole number`, rules);
  const value = Number(text);
  if (value < (rules.minimum ?? Number.MIN_SAFE_INTEGER))
    throw parameterFault(name, `${truncate(text)} is too small`, rules);
  if (value > (rules.maximum ?? Number.POSITIVE_INFINITY))
    throw parameterFault(name, `${truncate(text)} is too large`, rules);
  return value;
};

const readBoolean = (name: string, rules: Rules, text: string): boolean => {
  const value = { true: true, false: false }[text.toLowerCase()];
  if (value === undefined) throw parameterFault(name, `${quote(text)} is neither true nor false`, rules);
  return value;
};

const readText = (name: string, rules: Rules, text: string): string => {
  if (rules.enum && !rules.enum.includes(text))
    throw parameterFault(name, `${quote(text)} is not known`, rules);
  // Code points, not UTF-16 units: JSON Schema counts them this way.
  const length = /[\ud800-\udfff]/.test(text) ? [...text].length : text.length;
  if (length < (rules.minLength ?? 0)) throw parameterFault(name, 'is empty', rules);
  if (length > (rules.maxLength ?? length)) throw parameterFault(name, `has ${length} characters`, rules);
  if (rules.pattern !== undefined && !new RegExp(rules.pattern, 'u').test(text))
    throw parameterFault(name, `${quote(text)} is not of the right form`, rules);
  return text;
};

/** "top: 101 is too large. Allowed: a whole number from 1 to 100." */
const parameterFault = (name: string, problem: string, rules: Rules): Fault =>
  new Fault('bad-input', `${name}: ${problem}.`, { nextStep: `Allowed: ${describeAllowed(rules)}.` });

const describeAllowed = (rules: Rules): string => {
  const { type, format, minimum, maximum, minLength, maxLength, pattern, description } = rules;
  if (rules.enum) return rules.enum.join(', ');
  if (format === 'uuid') return 'a GUID';
  if (type === 'boolean') return 'true or false';
  if (type === 'integer')
    return `a whole number from ${minimum ?? 0}${maximum === undefined ? '' : ` to ${maximum}`}`;
  if (pattern !== undefined) return description?.replace(/\.$/, '') ?? `a text that matches ${pattern}`;
  return `${minLength ?? 0} to ${maxLength ?? 'any number of'} characters`;
};

/** The caller's text in quotes, truncated for the error message. */
const quote = (text: string): string => `"${truncate(text)}"`;

const truncate = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
