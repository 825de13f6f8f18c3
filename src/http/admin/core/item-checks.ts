import { issuesFault } from '../../../declare/check/issues.ts';
import type { Dataset } from '../../../domain/dataset.ts';
import type { Website } from '../../../domain/website.ts';
import { parseFilter } from '../../../domain/filter-text.ts';
import type { Filter } from '../../../domain/filter.ts';
import { Fault, notThere } from '../../../errors.ts';
import type { Store } from '../../../store/store.ts';

export const notFoundFault = (noun: string): Fault => notThere(`There is no such ${noun} in this website.`);

export const requireFound = <T>(noun: string, thing: T | null | undefined): T => {
  if (thing === null || thing === undefined) throw notFoundFault(noun);
  return thing;
};

export type DatasetCall = { readonly website: Website; readonly params: { readonly dataset: string } };

export const findDataset = (
  { datasets }: Pick<Store, 'datasets'>,
  { website, params }: DatasetCall,
): Dataset => requireFound('dataset', datasets.byName(website.id, params.dataset));

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
  throw issuesFault([issue], { reason: { reason: 'name-stays', values: { name } } });
};

/** The filter of a text that stands at this path of a body or query. */
export const readFilterText = (path: string, text: string): Filter => {
  const parsed = parseFilter(text);
  if (parsed.ok) return parsed.filter;
  const { position, message } = parsed;
  const reason = { reason: 'filter', values: { position } } as const;
  throw issuesFault([{ path, message: `at character ${position}, ${message}`, reason }]);
};
