import { Fault } from '../../errors.ts';

/** Parameters by lower-case name, with every value that was given. */
export type Query = {
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** Whether some name or value could not be decoded. */
  readonly malformed: boolean;
};

/** Never throws: a key must be found before anything can be said about other parameters. */
export const parseQuery = (text: string): Query => {
  const values = new Map<string, string[]>();
  const repaired = asUtf8(text);
  let malformed = repaired === null;
  for (const pair of (repaired ?? '').split('&')) {
    if (pair === '') continue;
    const at = pair.indexOf('=');
    const name = decode(at < 0 ? pair : pair.slice(0, at));
    const value = at < 0 ? '' : decode(pair.slice(at + 1));
    if (name === null || value === null) malformed = true;
    else values.set(name.toLowerCase(), [...(values.get(name.toLowerCase()) ?? []), value]);
  }
  return { values, malformed };
};

/** The value of a parameter; null when it is absent. */
export const onlyValue = ({ values }: Query, name: string): string | null => {
  const given = values.get(name.toLowerCase()) ?? [];
  if (given.length > 1) {
    throw new Fault('bad-input', `${name}: given ${given.length} times.`, { nextStep: 'Give it once.' });
  }
  return given[0] ?? null;
};

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

/** Some clients send UTF-8 bytes unescaped; the parser of HTTP hands each byte over as one character. */
function asUtf8(text: string): string | null {
  const isPlain = !/[^\x21-\x7e]/.test(text);
  if (isPlain) return text;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'));
  } catch {
    return null;
  }
}
