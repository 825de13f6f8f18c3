import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { TSchema } from 'typebox';
import { toIssue } from '../../../declare/check/issues.ts';
import { Fault } from '../../../errors.ts';

export type CheckBody = (value: unknown) => void;

/** Reports every problem of a body at once, in the same words as `kindred apply`. */
export const createCheckBody = (schema: TSchema): CheckBody => {
  const validate = compile(schema);
  return (value) => {
    if (validate(value)) return;
    const issues = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'oneOf').map(toIssue);
    throw new Fault('bad-input', issues.map(({ path, message }) => `${path}: ${message}`).join('; '), {
      nextStep: 'Nothing was changed. Correct it and send it again.',
      issues,
      reason: { reason: 'invalid' },
    });
  };
};

const compile = (schema: TSchema): ValidateFunction => {
  const ajv = new Ajv({ allErrors: true, verbose: true, strict: false, allowUnionTypes: true });
  addFormats.default(ajv);
  return ajv.compile(JSON.parse(JSON.stringify(schema)) as object);
};
