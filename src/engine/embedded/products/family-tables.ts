import { createWorkSlices } from '../../work-slices.ts';
import type { PlanLists } from '../neighbours/plan-lists.ts';
import type { Catalogue } from './catalogue.ts';
import { type FamilyTable, fillTable, planTable } from './family-table.ts';

/** The table of a plan with these facet fields; null while it is made, and where there can be none. */
type FindFamilyTable = (lists: PlanLists, fields: readonly string[]) => FamilyTable | null;

/** Boxes of one catalogue have few different lists of facets; beyond that, the oldest table is dropped. */
const maximumTables = 4;

/** A table of so many rows is made at once. */
const rowsAtOnce = 1024;

/** A larger one is made in slices beside other requests, once so many asked for it: live changes make it obsolete. */
const requestsBefore = 16;

type Entry = { requests: number; table: FamilyTable | null };

export const createFamilyTables = (catalogue: Catalogue): FindFamilyTable => {
  const entries = new Map<string, Entry>();
  const findEntry = (key: string): Entry => {
    const known = entries.get(key);
    if (known !== undefined) return known;
    const [oldest] = entries.keys();
    if (entries.size >= maximumTables && oldest !== undefined) entries.delete(oldest);
    const entry: Entry = { requests: 0, table: null };
    entries.set(key, entry);
    return entry;
  };
  /** What was found last: mostly the next question is of the same box. */
  let last: {
    readonly lists: PlanLists;
    readonly fields: readonly string[];
    readonly table: FamilyTable;
  } | null = null;
  const isSmall = catalogue.rows.size <= rowsAtOnce;
  return (lists, fields) => {
    if (last?.lists === lists && last.fields === fields) return last.table;
    const entry = findEntry(`${catalogue.plans.indexOf(lists)}\n${fields.join('\n')}`);
    if (entry.table !== null) {
      last = { lists, fields, table: entry.table };
      return entry.table;
    }
    entry.requests += 1;
    if (entry.requests !== (isSmall ? 1 : requestsBefore)) return null;
    const table = planTable(catalogue, fields);
    if (table === null) return null;
    const steps = fillTable(catalogue, lists.plan, table);
    if (isSmall) {
      for (const _ of steps);
      entry.table = table;
    } else {
      const keep = () => {
        entry.table = table;
      };
      // Without a table, searches go step by step.
      runInSlices(steps).then(keep, () => undefined);
    }
    return entry.table;
  };
};

const runInSlices = async (steps: Generator<void>): Promise<void> => {
  const slices = createWorkSlices();
  for (const _ of steps) if (slices.isOver()) await slices.next();
};
