import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { Fault } from '../errors.ts';
import type { Files } from './files.ts';

/** The value in a JSON file; null when there is no such file. Throws `corrupted` when the file does not match. */
export const readJson = async <S extends TSchema>(
  files: Pick<Files, 'read'>,
  path: string,
  schema: S,
): Promise<Static<S> | null> => {
  const content = await files.read(path);
  return content === null ? null : parseJson(content.toString('utf8'), path, schema);
};

/** `source` names the text in the message, for example a path. */
const parseJson = <S extends TSchema>(text: string, source: string, schema: S): Static<S> => {
  const value = parse(text, source);
  if (Value.Check(schema, value)) return value;
  const [first] = Value.Errors(schema, value);
  const where = first?.instancePath ? ` at ${first.instancePath}` : '';
  throw damaged(source, `does not have the expected form${where}: ${first?.message ?? 'unknown reason'}`);
};

const parse = (text: string, source: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw damaged(source, text === '' ? 'is empty' : 'is not JSON', cause);
  }
};

const damaged = (source: string, problem: string, cause?: unknown): Fault =>
  new Fault('corrupted', `${source} ${problem}.`, {
    nextStep: 'Restore it from a backup, or remove it if it can be made again.',
    ...(cause !== undefined && { cause }),
  });
