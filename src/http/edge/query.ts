import { Fault } from '../../errors.ts';

/** Parameters by lower-case name, with every value that was given. */
export type Query = {
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** Lower-case names with a value that could not be decoded; empty for a name that could not. */
  readonly malformed: ReadonlySet<string>;
};

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

/**
 * A class, because an object literal with getters costs more than the whole look-up of a kept answer: the engine gives each
 * such object a layout of its own, which the collector has to keep and to clear away.
 */
class LazyQuery implements Query {
  readonly #text: string;
  #parsed: Query | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  get values(): Query['values'] {
    return (this.#parsed ??= parseQuery(this.#text)).values;
  }

  get malformed(): Query['malformed'] {
    return (this.#parsed ??= parseQuery(this.#text)).malformed;
  }
}

/** Parsed when it is first read: an answer that is kept is found without it. */
export const parseLazily = (text: string): Query => new LazyQuery(text);

/** The value of a parameter; null when it is absent. */
export const onlyValue = ({ values, malformed }: Query, name: string): string | null => {
  const lowerName = name.toLowerCase();
  if (malformed.has(lowerName)) {
    throw new Fault('bad-input', `${name}: is not valid percent-encoded UTF-8.`, {
      nextStep: 'Allowed: a value encoded with encodeURIComponent or its like.',
    });
  }
  const given = values.get(lowerName) ?? [];
  if (given.length > 1) {
    throw new Fault('bad-input', `${name}: given ${given.length} times.`, { nextStep: 'Give it once.' });
  }
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
