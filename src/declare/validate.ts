import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { type DeclarationIssue, toIssue } from './issues.ts';
import { type Declaration, declarationJsonSchema } from './schema.ts';

export type Validate = (value: unknown) => readonly DeclarationIssue[];

/** Against the schema alone: every fault at once. */
export const createValidate = (): Validate => {
  const validate = compile();
  return (value) => (validate(value) ? [] : dropRedundant(validate.errors ?? []).map(toIssue));
};

const compile = (): ValidateFunction<Declaration> => {
  const ajv = new Ajv({
    allErrors: true,
    discriminator: true,
    verbose: true,
    allowUnionTypes: true,
    formats: { 'date-time': isInstant },
  });
  // The dialect is for editors; here it would only be looked up.
  const { $schema: _, ...schema } = declarationJsonSchema();
  return ajv.compile<Declaration>(schema);
};

/** `oneOf` only repeats what its branch has said, and a kind that is missing was said to be missing. */
const dropRedundant = (errors: readonly ErrorObject[]): ErrorObject[] => {
  const kindIsMissing = ({ keyword, params }: ErrorObject) =>
    keyword === 'discriminator' && params.tagValue === undefined;
  return errors.filter((error) => error.keyword !== 'oneOf' && !kindIsMissing(error));
};

/** With a zone: without one it would mean something else on another machine. */
const isInstant = (text: string): boolean => {
  return (
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text) &&
    !Number.isNaN(Date.parse(text))
  );
};
