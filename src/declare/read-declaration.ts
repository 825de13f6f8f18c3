import { Fault } from '../errors.ts';
import { checkMeaning, type Surroundings } from './check-meaning.ts';
import type { DeclarationFault } from './faults.ts';
import type { Declaration } from './schema.ts';
import { createValidate } from './validate.ts';

export type ReadDeclaration = (input: unknown, around: Surroundings) => Declaration;

/** A declaration without a fault, or one fault that tells them all. */
export const createReadDeclaration = (): ReadDeclaration => {
  const validate = createValidate();
  return (input, around) => {
    const structural = validate(input);
    const faults = [...structural, ...checkMeaning(input, structural, around)];
    if (faults.length > 0) throw refusal(faults);
    return input as Declaration;
  };
};

const refusal = (faults: readonly DeclarationFault[]): Fault => {
  const lines = faults.map(({ path, message }) => `  ${path}: ${message}`);
  const count = faults.length === 1 ? 'a fault' : `${faults.length} faults`;
  return new Fault('bad-input', `The declaration has ${count}:\n${lines.join('\n')}`, {
    nextStep: 'Nothing was changed. Correct these and apply it again.',
    issues: faults,
    reason: { reason: 'invalid' },
  });
};
