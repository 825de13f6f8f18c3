import { Fault } from '../../errors.ts';
import { checkSemantics, type DeclarationContext } from './check-semantics.ts';
import type { DeclarationIssue } from './issues.ts';
import type { Declaration } from '../schema/declaration-schema.ts';
import { createValidate } from './validate.ts';

export type ReadDeclaration = (input: unknown, around: DeclarationContext) => Declaration;

/** Returns a valid declaration, or throws one fault with all issues. */
export const createReadDeclaration = (): ReadDeclaration => {
  const validate = createValidate();
  return (input, around) => {
    const schemaIssues = validate(input);
    const issues = [...schemaIssues, ...checkSemantics(input, schemaIssues, around)];
    if (issues.length > 0) throw toFault(issues);
    return input as Declaration;
  };
};

const toFault = (issues: readonly DeclarationIssue[]): Fault => {
  const lines = issues.map(({ path, message }) => `  ${path}: ${message}`);
  const count = issues.length === 1 ? 'a fault' : `${issues.length} faults`;
  return new Fault('bad-input', `The declaration has ${count}:\n${lines.join('\n')}`, {
    nextStep: 'Nothing was changed. Correct these and apply it again.',
    issues: issues,
    reason: { reason: 'invalid' },
  });
};
