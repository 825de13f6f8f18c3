import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { TSchema } from 'typebox';
import { issuesFault, toIssue } from '../../../declare/check/issues.ts';

export type CheckBody = (value: unknown) => void;

/** Reports every problem of a body at once, in the same words as `kindred apply`. */
export const createCheckBody =
  (schema: TSchema): CheckBody =>
  (value) => {
    const validate = compileBody(schema);
    if (validate(value)) return;
    const issues = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'oneOf').map(toIssue);
    throw issuesFault(issues, { nextStep: 'Nothing was changed. Correct it and send it again.' });
  };

const compiled = new WeakMap<TSchema, ValidateFunction>();
let ajv: Ajv | null = null;

/** Once for each schema of the process, when it is first needed: all of them take half of the time of a start. */
export const compileBody = (schema: TSchema): ValidateFunction => {
  const before = compiled.get(schema);
  if (before !== undefined) return before;
  ajv ??= openAjv();
  const validate = ajv.compile(JSON.parse(JSON.stringify(schema)) as object);
  compiled.set(schema, validate);
  return validate;
};

const openAjv = (): Ajv => {
  const opened = new Ajv({ allErrors: true, verbose: true, strict: false, allowUnionTypes: true });
  addFormats.default(opened);
  return opened;
};

const pauseMs = 25;

/**
 * Compiles the schemas of bodies one after the other, with a pause after each in which requests are answered, so that the
 * first call of a route does not wait for it. Does not keep the process.
 */
export const prepareBodies = (
  schemas: readonly TSchema[],
  compile: (schema: TSchema) => unknown = compileBody,
): void => {
  const waiting = [...schemas];
  const prepareNext = (): void => {
    const schema = waiting.shift();
    if (schema === undefined) return;
    compile(schema);
    setTimeout(prepareNext, pauseMs).unref();
  };
  setTimeout(prepareNext, pauseMs).unref();
};
