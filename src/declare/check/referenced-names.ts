import { type DatasetKind, storedSecretScope } from '../../domain/dataset.ts';
import type { SettingsReader } from '../../store/store.ts';

export type ReferencedNames = ReturnType<typeof collectReferencedNames>;

export type FeedFiles = {
  readonly file: string | null;
  readonly images: string | null;
  readonly model: string | null;
};

/**
 * Names that a declaration may refer to: those it declares, and those the website already has.
 * With `prune`, stored items that are not declared will be removed, so they cannot be referred to.
 */
export const collectReferencedNames = (store: SettingsReader, input: unknown, prune: boolean) => {
  const website = store.websites.byName(readName(readProperty(input, 'website')) ?? '');
  const stored = {
    datasets: website ? store.datasets.list(website.id) : [],
    boxes: website && !prune ? store.boxes.list(website.id) : [],
  };
  const kept = prune ? [] : stored.datasets;
  return {
    datasets: new Map<string, DatasetKind>([
      ...kept.map(({ name, kind }) => [name, kind] as const),
      ...readItems(input, 'datasets').flatMap(readDatasetKind),
    ]),
    boxes: new Set([
      ...stored.boxes.map(({ name }) => name),
      ...readItems(input, 'boxes').flatMap((box) => readName(box) ?? []),
    ]),
    /** Datasets with a stored feed secret, and its scope: a declaration of the same scope may leave the secret out. */
    feedSecrets: new Map<string, string>(
      stored.datasets.flatMap(({ name, source }) => {
        const scope = source && storedSecretScope(source);
        return scope === null ? [] : [[name, scope] as const];
      }),
    ),
    /** Stored files and folders: a declaration that comes over HTTP may repeat them. */
    feedFiles: new Map<string, FeedFiles>(
      stored.datasets.map(({ name, source, model }) => [
        name,
        { file: source?.file ?? null, images: source?.images ?? null, model },
      ]),
    ),
  };
};

/** Tolerates invalid input: an issue elsewhere must not hide a name. */
export const readItems = (input: unknown, list: string): readonly unknown[] => {
  const value = readProperty(input, list);
  return Array.isArray(value) ? value : [];
};

export const readName = (value: unknown): string | null => {
  const name = readProperty(value, 'name');
  return typeof name === 'string' ? name : null;
};

const readDatasetKind = (dataset: unknown): [string, DatasetKind][] => {
  const name = readName(dataset);
  const kind = readProperty(dataset, 'kind');
  return name !== null && (kind === 'products' || kind === 'keywords') ? [[name, kind]] : [];
};

const readProperty = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
