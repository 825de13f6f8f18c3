import type { Static, TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { Value } from 'typebox/value';
import { Fault, type FaultCode } from '../../errors.ts';
import type { Row } from './database.ts';

/*
 * Compiled on first use: a campaign of a hundred boosts takes tens of milliseconds when its schema is interpreted, and
 * every write checks it twice.
 */
const validators = new WeakMap<TSchema, Validator>();

const matches = <S extends TSchema>(schema: S, value: unknown): value is Static<S> => {
  const validator = validators.get(schema) ?? Compile(schema);
  validators.set(schema, validator);
  return validator.Check(value);
};

/** Returns the value when it matches the schema, else throws. `what` names it in the message: `box similar`. */
export const validate = <S extends TSchema>(
  schema: S,
  what: string,
  value: unknown,
  code: FaultCode,
): Static<S> => {
  if (matches(schema, value)) return value;
  const [first] = Value.Errors(schema, value);
  const where = first?.instancePath ? ` at ${first.instancePath}` : '';
  throw new Fault(
    code,
    `The settings of ${what} are not valid${where}: ${first?.message ?? 'unknown reason'}.`,
    {
      ...(code === 'corrupted' && { nextStep: 'Restore the database from a backup, or declare it again.' }),
    },
  );
};

/** A column that holds JSON. */
export const parseJsonColumn = (row: Row, column: string): object => {
  try {
    const value: unknown = JSON.parse(String(row[column]));
    if (typeof value === 'object' && value !== null) return value;
  } catch (cause) {
    throw new Fault('corrupted', `The column ${column} of the database does not hold JSON.`, { cause });
  }
  throw new Fault('corrupted', `The column ${column} of the database does not hold an object.`);
};
