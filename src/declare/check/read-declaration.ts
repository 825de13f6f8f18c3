import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { Fault, type ValidationIssue } from '../../errors.ts';
import { type Declaration, declarationJsonSchema } from '../schema/declaration-schema.ts';
import { checkSemantics, type DeclarationContext } from './check-semantics.ts';
import { toIssue } from './issues.ts';

/** Returns a valid declaration, or throws one fault with all issues. */
export const readDeclaration = (input: unknown, around: DeclarationContext): Declaration => {
  const schemaIssues = validate(input);
  const issues = [...schemaIssues, ...checkSemantics(input, schemaIssues, around)];
  if (issues.length > 0) throw toFault(issues);
  return input as Declaration;
};

const toFault = (issues: readonly ValidationIssue[]): Fault => {
  const lines = issues.map(({ path, message }) => `  ${path}: ${message}`);
  const count = issues.length === 1 ? 'a fault' : `${issues.length} faults`;
  return new Fault('bad-input', `The declaration has ${count}:\n${lines.join('\n')}`, {
    nextStep: 'Nothing was changed. Correct these and apply it again.',
    issues: issues,
    reason: { reason: 'invalid' },
  });
};

/** Validates against the schema only; returns all issues. */
export const validate = (value: unknown): readonly ValidationIssue[] => {
  const matches = compileDeclarations();
  return matches(value) ? [] : dropRedundant(matches.errors ?? []).map(toIssue);
};

let compiled: ValidateFunction<Declaration> | null = null;

/** Once for the process: it takes a tenth of a second. */
export const compileDeclarations = (): ValidateFunction<Declaration> => (compiled ??= compile());

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
const isInstant = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text) &&
  !Number.isNaN(Date.parse(text));
