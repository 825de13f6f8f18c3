import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { type DeclarationIssue, toIssue } from './issues.ts';
import { type Declaration, declarationJsonSchema } from '../schema/declaration-schema.ts';

export type Validate = (value: unknown) => readonly DeclarationIssue[];

/** Validates against the schema only; returns all issues. */
export const createValidate = (): Validate => {
  compiled ??= compile();
  const validate = compiled;
  return (value) => (validate(value) ? [] : dropRedundant(validate.errors ?? []).map(toIssue));
};

let compiled: ValidateFunction<Declaration> | null = null;

/** Once for the process: it takes a tenth of a second. */
const compile = (): ValidateFunction<Declaration> => {
  const ajv = new Ajv({
    allErrors: true,
    discriminator: true,
    verbose: true,
    allowUnionTypes: true,
    formats: { 'date-time': isInstant },
  });
  // `$schema` is for editors; Ajv would try to resolve it.
  const { $schema: _, ...schema } = declarationJsonSchema();
  return ajv.compile<Declaration>(schema);
};

/** Errors of `oneOf` repeat those of the chosen branch; a missing kind is already reported as missing. */
const dropRedundant = (errors: readonly ErrorObject[]): ErrorObject[] => {
  const kindIsMissing = ({ keyword, params }: ErrorObject) =>
    keyword === 'discriminator' && params.tagValue === undefined;
  return errors.filter((error) => error.keyword !== 'oneOf' && !kindIsMissing(error));
};

/** Requires a time zone, without which the instant would depend on the machine. */
const isInstant = (text: string): boolean => {
  return (
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text) &&
    !Number.isNaN(Date.parse(text))
  );
};
