import type { DatasetKind, FeedAuth } from '../domain/dataset.ts';
import type { Store } from '../store/store.ts';

/** What a declaration may refer to by name: what it declares itself, and what the website already has. */
export type KnownThings = {
  readonly datasets: ReadonlyMap<string, DatasetKind>;
  readonly boxes: ReadonlySet<string>;
  /** Datasets with a feed secret, and its kind: a declaration of the same kind may leave it out. */
  readonly feedSecrets: ReadonlyMap<string, FeedAuth['kind']>;
  /** Files and folders that are stored: a declaration that comes from outside may repeat them. */
  readonly feedFiles: ReadonlyMap<string, FeedFiles>;
};

export type FeedFiles = {
  readonly file: string | null;
  readonly images: string | null;
  readonly model: string | null;
};

/** With `prune`, what is not declared will be gone: it cannot be referred to. */
export const knownThings = (store: Store, input: unknown, prune: boolean): KnownThings => {
  const website = store.websites.byName(nameOf(property(input, 'website')) ?? '');
  const stored = {
    datasets: website ? store.datasets.list(website.id) : [],
    boxes: website && !prune ? store.boxes.list(website.id) : [],
  };
  const kept = prune ? [] : stored.datasets;
  return {
    datasets: new Map([
      ...kept.map(({ name, kind }) => [name, kind] as const),
      ...items(input, 'datasets').flatMap(declaredKind),
    ]),
    boxes: new Set([
      ...stored.boxes.map(({ name }) => name),
      ...items(input, 'boxes').flatMap((box) => nameOf(box) ?? []),
    ]),
    feedSecrets: new Map(
      stored.datasets.flatMap(({ name, source }) =>
        source?.auth ? [[name, source.auth.kind] as const] : [],
      ),
    ),
    feedFiles: new Map(
      stored.datasets.map(({ name, source, model }) => [
        name,
        { file: source?.file ?? null, images: source?.images ?? null, model },
      ]),
    ),
  };
};

/** Reads what it can: a fault elsewhere in the file must not hide a name. */
export const items = (input: unknown, list: string): readonly unknown[] => {
  const value = property(input, list);
  return Array.isArray(value) ? value : [];
};

export const nameOf = (value: unknown): string | null => {
  const name = property(value, 'name');
  return typeof name === 'string' ? name : null;
};

const declaredKind = (dataset: unknown): [string, DatasetKind][] => {
  const name = nameOf(dataset);
  const kind = property(dataset, 'kind');
  return name !== null && (kind === 'products' || kind === 'keywords') ? [[name, kind]] : [];
};

const property = (value: unknown, name: string): unknown => {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
};
