import { Fault } from '../../errors.ts';

/** Parameters by lower-case name, with every value that was given. */
export type Query = {
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** Lower-case names with a value that could not be decoded; empty for a name that could not. */
  readonly malformed: ReadonlySet<string>;
};

export const noQuery: Query = { values: new Map(), malformed: new Set() };

/**
 * Never throws: the key must be found before other parameters can be refused. A name that cannot be decoded is
 * ignored like every unknown name.
 */
export const parseQuery = (text: string): Query => {
  const values = new Map<string, string[]>();
  const malformed = new Set<string>();
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const at = pair.indexOf('=');
    const name = decode(at < 0 ? pair : pair.slice(0, at))?.toLowerCase();
    const value = at < 0 ? '' : decode(pair.slice(at + 1));
    if (name === undefined) malformed.add('');
    else if (value === null) malformed.add(name);
    else if (!values.get(name)?.push(value)) values.set(name, [value]);
  }
  return { values, malformed };
};

export const isGiven = ({ values, malformed }: Query, name: string): boolean =>
  values.has(name.toLowerCase()) || malformed.has(name.toLowerCase());

/** The value of a parameter; null when it is absent. */
export const onlyValue = ({ values, malformed }: Query, name: string): string | null => {
  const lowerName = name.toLowerCase();
  if (malformed.has(lowerName))
    throw new Fault('bad-input', `${name}: is not valid percent-encoded UTF-8.`, {
      nextStep: 'Allowed: a value encoded with encodeURIComponent or its like.',
    });
  const given = values.get(lowerName) ?? [];
  if (given.length > 1)
    throw new Fault('bad-input', `${name}: given ${given.length} times.`, { nextStep: 'Give it once.' });
  return given[0] ?? null;
};

const decode = (text: string): string | null => {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
};
