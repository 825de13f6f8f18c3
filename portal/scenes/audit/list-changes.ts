/** One field of an audited item, with its value before and after; null: it had none. */
export type FieldChange = {
  /** `effect › promotion › highlighted` */
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
};

type Leaves = ReadonlyMap<string, string>;

/** What differs between two states of an item, field by field. Order within a list counts. */
export const listChanges = (before: unknown, after: unknown): FieldChange[] => {
  const [old, current] = [collectLeaves(before), collectLeaves(after)];
  return [...new Set([...old.keys(), ...current.keys()])]
    .filter((field) => old.get(field) !== current.get(field))
    .map((field) => ({ field, before: old.get(field) ?? null, after: current.get(field) ?? null }));
};

const collectLeaves = (value: unknown): Leaves => {
  const leaves = new Map<string, string>();
  const visit = (path: readonly string[], part: unknown): void => {
    if (part === null || part === undefined || part === '') return;
    // Numbers by which tables refer to each other say nothing to the shop.
    if (typeof part === 'number' && path.at(-1)?.endsWith('Id')) return;
    const parts = listParts(part);
    if (parts === null) leaves.set(path.join(' › '), formatLeaf(part));
    else for (const [name, inner] of parts) visit([...path, name], inner);
  };
  visit([], value);
  return leaves;
};

/** null for a value that is shown as one: a text, a number, a list of those. */
const listParts = (value: unknown): (readonly [string, unknown])[] | null => {
  if (typeof value !== 'object' || value === null) return null;
  if (!Array.isArray(value)) return Object.entries(value);
  if (value.every((item) => typeof item !== 'object')) return null;
  return value.map((item: unknown, index) => [nameItem(item, index), item] as const);
};

/** Items of a list go by their name, so that one that moved is recognised. */
const nameItem = (item: unknown, index: number): string => {
  const { name, id } = (item ?? {}) as { name?: unknown; id?: unknown };
  const own = name ?? id;
  return typeof own === 'string' || typeof own === 'number' ? String(own) : String(index + 1);
};

const formatLeaf = (value: unknown): string => {
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(String).join(', ');
  return String(value);
};
