import { Fault } from '../../../errors.ts';

export const notFoundFault = (noun: string): Fault =>
  new Fault('not-found', `There is no such ${noun} in this website.`, { reason: { reason: 'not-there' } });

export const requireFound = <T>(noun: string, thing: T | null | undefined): T => {
  if (thing === null || thing === undefined) throw notFoundFault(noun);
  return thing;
};

/** A body whose name is not a string is left to the validation of declarations, which reports everything at once. */
export const refuseDuplicate = (noun: string, body: unknown, find: (name: string) => unknown): void => {
  const name = (body as { readonly name?: unknown } | null)?.name;
  if (typeof name !== 'string' || find(name) === null) return;
  throw new Fault('conflict', `There is a ${noun} called ${name} already.`, {
    nextStep: 'Choose another name.',
    reason: { reason: 'name-taken', values: { name } },
  });
};

/** Shops, declarations and campaigns refer to names, so a name cannot change. */
export const refuseRename = (noun: string, name: string, body: unknown): void => {
  const given = (body as { readonly name?: unknown } | null)?.name;
  if (given === name) return;
  const issue = { path: '$.name', message: `must be \`${name}\`: the name of a ${noun} cannot change` };
  throw new Fault('bad-input', `${issue.path}: ${issue.message}`, {
    issues: [issue],
    reason: { reason: 'name-stays', values: { name } },
  });
};
