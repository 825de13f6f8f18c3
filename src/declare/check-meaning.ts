import type { DatasetKind } from '../domain/dataset.ts';
import type { DeclaredBox } from './box-schema.ts';
import { campaignFaults } from './check-campaign.ts';
import { filterFaults } from './check-filter.ts';
import { type DeclarationFault, hint } from './faults.ts';
import { type FeedFiles, items, type KnownThings, nameOf } from './known-things.ts';
import type { DeclaredCampaign, DeclaredDataset, DeclaredSubscription } from './schema.ts';

export type Surroundings = {
  readonly known: KnownThings;
  /** Whether the declaration may name files of this machine. */
  readonly filesAllowed: boolean;
};

/**
 * What a schema cannot say: references, filters, and properties that only make sense together. Items in
 * which the schema found a fault are left out, all others are looked at.
 */
export const checkMeaning = (
  input: unknown,
  structural: readonly DeclarationFault[],
  around: Surroundings,
): DeclarationFault[] => {
  const sound = <T>(list: string): { item: T; path: string }[] =>
    items(input, list)
      .map((item, index) => ({ item: item as T, path: `$.${list}[${index}]` }))
      .filter(({ path }) => !structural.some((fault) => fault.path.startsWith(path)));
  return [
    ...['datasets', 'boxes', 'campaigns', 'subscriptions'].flatMap((list) => repeatedNames(input, list)),
    ...sound<DeclaredDataset>('datasets').flatMap(({ item, path }) => datasetFaults(item, path, around)),
    ...sound<DeclaredBox>('boxes').flatMap(({ item, path }) => boxFaults(item, path, around.known)),
    ...sound<DeclaredCampaign>('campaigns').flatMap(({ item, path }) =>
      campaignFaults(item, path, around.known),
    ),
    ...sound<DeclaredSubscription>('subscriptions').flatMap(({ item, path }) =>
      unknownBoxes(item.boxes ?? [], `${path}.boxes`, around.known),
    ),
  ];
};

const repeatedNames = (input: unknown, list: string): DeclarationFault[] => {
  const names = items(input, list).map(nameOf);
  return names.flatMap((name, index) =>
    name !== null && names.indexOf(name) < index
      ? [{ path: `$.${list}[${index}].name`, message: `\`${name}\` is already declared above` }]
      : [],
  );
};

const datasetFaults = (dataset: DeclaredDataset, path: string, around: Surroundings): DeclarationFault[] => {
  const faults = dataset.source ? sourceFaults(dataset, dataset.source, `${path}.source`, around) : [];
  faults.push(...modelFaults(dataset, `${path}.model`, around));
  if (dataset.products === undefined) return faults;
  if (dataset.kind === 'products') {
    faults.push({ path: `${path}.products`, message: 'is for datasets of kind `keywords`' });
  }
  return [...faults, ...wrongDataset(dataset.products, 'products', `${path}.products`, around.known)];
};

const modelForms = /^(folder:\/.+|hub:[^/\s]+\/[^/\s]+|https?:\/\/.+)$/;

const modelFaults = (
  { name, model }: DeclaredDataset,
  path: string,
  { known, filesAllowed }: Surroundings,
): DeclarationFault[] => {
  if (model === undefined || model === known.feedFiles.get(name)?.model) return [];
  if (!modelForms.test(model)) {
    return [
      {
        path,
        message: 'must be `folder:/path`, `hub:organisation/name` or the address of an embedding server',
      },
    ];
  }
  const isForbidden = !filesAllowed && model.startsWith('folder:');
  return isForbidden
    ? [{ path, message: 'may not name folders of the server here; use `hub:` or an address' }]
    : [];
};

const sourceFaults = (
  { name }: DeclaredDataset,
  source: NonNullable<DeclaredDataset['source']>,
  path: string,
  { known, filesAllowed }: Surroundings,
): DeclarationFault[] => {
  const faults: DeclarationFault[] = [];
  const { file, url, images, auth } = source;
  if ((file === undefined) === (url === undefined))
    faults.push({ path, message: 'needs exactly one of `file`, `url`' });
  if (!filesAllowed && !areStored(known.feedFiles.get(name), file, images)) {
    faults.push({ path, message: 'may not name files or folders of the server here; use `url`' });
  }
  if (auth && url === undefined) faults.push({ path: `${path}.auth`, message: 'is for a feed with a `url`' });
  if (auth && !hasSecret(auth) && known.feedSecrets.get(name) !== (auth.basic ? 'basic' : 'header')) {
    faults.push({ path: `${path}.auth`, message: 'needs its password or value: none is stored yet' });
  }
  return faults;
};

/** Naming nothing, or exactly what an operator of this machine named before, opens no file to anybody. */
const areStored = (
  stored: FeedFiles | undefined,
  file: string | undefined,
  images: string | undefined,
): boolean => {
  const isStored = (given: string | undefined, known: string | null | undefined) =>
    given === undefined || given === known;
  return isStored(file, stored?.file) && isStored(images, stored?.images);
};

const hasSecret = ({
  basic,
  header,
}: NonNullable<NonNullable<DeclaredDataset['source']>['auth']>): boolean => {
  return (basic?.password ?? header?.value) !== undefined;
};

const boxFaults = (box: DeclaredBox, path: string, known: KnownThings): DeclarationFault[] => {
  const kind = box.kind === 'relatedKeywords' ? 'keywords' : 'products';
  const faults = wrongDataset(box.dataset, kind, `${path}.dataset`, known);
  if (box.kind !== 'search') {
    const pointless = box.kind === 'relatedProducts' && box.url !== undefined;
    return pointless
      ? [...faults, { path: `${path}.url`, message: 'is for keywords: products have their own page' }]
      : faults;
  }
  const ranks = (box.strategies ?? []).map(({ rank }) => rank);
  if (new Set(ranks).size < ranks.length) {
    faults.push({
      path: `${path}.strategies`,
      message: 'every rung needs a rank of its own',
      reason: { reason: 'rank-twice' },
    });
  }
  if (box.pageSize !== undefined && box.maximumPageSize !== undefined && box.pageSize > box.maximumPageSize) {
    faults.push({
      path: `${path}.pageSize`,
      message: 'must not be above `maximumPageSize`',
      reason: { reason: 'page-above-maximum' },
    });
  }
  return [...faults, ...filterFaults(box.exclude, `${path}.exclude`)];
};

const wrongDataset = (
  name: string,
  kind: DatasetKind,
  path: string,
  known: KnownThings,
): DeclarationFault[] => {
  const actual = known.datasets.get(name);
  if (actual === kind) return [];
  const message = actual
    ? `the dataset \`${name}\` holds ${actual}, not ${kind}`
    : `there is no dataset \`${name}\`, ${hint(name, [...known.datasets.keys()])}`;
  return [{ path, message }];
};

const unknownBoxes = (names: readonly string[], path: string, known: KnownThings): DeclarationFault[] => {
  return names.flatMap((name, index) =>
    known.boxes.has(name)
      ? []
      : [
          {
            path: `${path}[${index}]`,
            message: `there is no box \`${name}\`, ${hint(name, [...known.boxes])}`,
            told: { reason: 'no-such-box', values: { name } } as const,
          },
        ],
  );
};
