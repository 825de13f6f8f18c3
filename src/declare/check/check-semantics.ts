import type { DeclaredBox } from '../../contract/box.ts';
import type { DeclaredCampaign } from '../../contract/campaign.ts';
import type { DeclaredDataset } from '../../contract/dataset.ts';
import type { DeclaredSubscription } from '../../contract/subscription.ts';
import type { DeclaredWebsite } from '../../contract/website.ts';
import type { ValidationIssue } from '../../errors.ts';
import { type DatasetKind, feedSecretScope } from '../../domain/dataset.ts';
import { wordOrderKey } from '../../domain/normal-form.ts';
import { checkCampaign, checkFilter } from './check-campaign.ts';
import { noSuchBox, suggestName } from './issues.ts';
import { type FeedFiles, readItems, readName, type ReferencedNames } from './referenced-names.ts';

export type DeclarationContext = {
  readonly names: ReferencedNames;
  /** Whether the declaration may name files on the server. */
  readonly filesAllowed: boolean;
};

/**
 * Checks what a schema cannot express: references, filters, and properties that depend on each other. Items with
 * a schema issue are skipped.
 */
export const checkSemantics = (
  input: unknown,
  schemaIssues: readonly ValidationIssue[],
  context: DeclarationContext,
): ValidationIssue[] => {
  const validItems = <T>(list: string): { item: T; path: string }[] =>
    readItems(input, list)
      .map((item, index) => ({ item: item as T, path: `$.${list}[${index}]` }))
      .filter(({ path }) => !schemaIssues.some((fault) => fault.path.startsWith(path)));
  return [
    ...checkWebsite(input, schemaIssues),
    ...['datasets', 'boxes', 'campaigns', 'subscriptions'].flatMap((list) => checkUniqueNames(input, list)),
    ...validItems<DeclaredDataset>('datasets').flatMap(({ item, path }) => checkDataset(item, path, context)),
    ...validItems<DeclaredBox>('boxes').flatMap(({ item, path }) => checkBox(item, path, context.names)),
    ...validItems<DeclaredCampaign>('campaigns').flatMap(({ item, path }) =>
      checkCampaign(item, path, context.names),
    ),
    ...validItems<DeclaredSubscription>('subscriptions').flatMap(({ item, path }) =>
      checkBoxReferences(item.boxes ?? [], `${path}.boxes`, context.names),
    ),
  ];
};

const checkWebsite = (input: unknown, schemaIssues: readonly ValidationIssue[]): ValidationIssue[] => {
  const { website } = (input ?? {}) as { website?: DeclaredWebsite };
  const isFaulty = schemaIssues.some(({ path }) => path.startsWith('$.website'));
  return website === undefined || isFaulty ? [] : [...checkTimeZone(website), ...checkRedirects(website)];
};

const checkTimeZone = ({ timeZone }: DeclaredWebsite): ValidationIssue[] => {
  try {
    Intl.DateTimeFormat('en', { timeZone });
    return [];
  } catch {
    return [{ path: '$.website.timeZone', message: 'is not a time zone such as `Europe/Berlin`' }];
  }
};

const checkUniqueNames = (input: unknown, list: string): ValidationIssue[] => {
  const seen = new Set<string>();
  return readItems(input, list).flatMap((item, index) => {
    const name = readName(item);
    if (name === null || !seen.has(name)) {
      if (name !== null) seen.add(name);
      return [];
    }
    return [{ path: `$.${list}[${index}].name`, message: `\`${name}\` is already declared above` }];
  });
};

const checkDataset = (dataset: DeclaredDataset, path: string, context: DeclarationContext) => {
  const issues = dataset.source ? checkSource(dataset, dataset.source, `${path}.source`, context) : [];
  issues.push(...checkModel(dataset, `${path}.model`, context), ...checkLabels(dataset, `${path}.learnFrom`));
  if (dataset.products === undefined) return issues;
  if (dataset.kind === 'products') {
    issues.push({ path: `${path}.products`, message: 'is for datasets of kind `keywords`' });
  }
  return [
    ...issues,
    ...checkDatasetReference(dataset.products, 'products', `${path}.products`, context.names),
  ];
};

const checkLabels = ({ kind, learnFrom = [] }: DeclaredDataset, path: string): ValidationIssue[] => {
  if (kind !== 'products' && learnFrom.length > 0)
    return [{ path, message: 'is for datasets of kind `products`' }];
  const names = learnFrom.map(({ field }) => field);
  return learnFrom.flatMap(({ field }, index) =>
    names.indexOf(field) === index
      ? []
      : [{ path: `${path}[${index}].field`, message: `\`${field}\` is already named above` }],
  );
};

const modelForms = /^(folder:\/.+|hub:[^/\s]+\/[^/\s]+|https?:\/\/.+)$/;

const checkModel = (
  { name, model }: DeclaredDataset,
  path: string,
  { names: known, filesAllowed }: DeclarationContext,
): ValidationIssue[] => {
  if (model === undefined || model === known.feedFiles.get(name)?.model) return [];
  const forms = '`folder:/path`, `hub:organisation/name` or the address of an embedding server';
  if (!modelForms.test(model)) return [{ path, message: `must be ${forms}` }];
  if (filesAllowed || !model.startsWith('folder:')) return [];
  return [{ path, message: 'may not name folders of the server here; use `hub:` or an address' }];
};

type DeclaredSource = NonNullable<DeclaredDataset['source']>;

const checkSource = (
  { name }: DeclaredDataset,
  source: DeclaredSource,
  path: string,
  { names: known, filesAllowed }: DeclarationContext,
): ValidationIssue[] => {
  const issues: ValidationIssue[] = [];
  const { file, url, auth } = source;
  if ((file === undefined) === (url === undefined))
    issues.push({ path, message: 'needs exactly one of `file`, `url`' });
  if (!filesAllowed && !areStored(known.feedFiles.get(name), source)) {
    issues.push({ path, message: 'may not name files or folders of the server here; use `url`' });
  }
  if (auth && url === undefined) issues.push({ path: `${path}.auth`, message: 'is for a feed with a `url`' });
  issues.push(...checkSecret(source, path, known.feedSecrets.get(name)));
  return issues;
};

/** A stored secret is used only for the origin and header that it was stored for. */
const checkSecret = ({ url, auth }: DeclaredSource, path: string, stored: string | undefined) => {
  if (!auth || (auth.basic?.password ?? auth.header?.value) !== undefined) return [];
  const scope = feedSecretScope(url ?? null, auth.basic ? 'basic' : 'header', auth.header?.name ?? '');
  if (stored === scope) return [];
  const why =
    stored === undefined ? 'none is stored yet' : 'the stored one belongs to another origin or header name';
  return [{ path: `${path}.auth`, message: `needs its password or value: ${why}` }];
};

/** Allowed over HTTP: no file, or exactly the stored one, which was set on the command line. */
const areStored = (stored: FeedFiles | undefined, { file, images }: DeclaredSource): boolean =>
  (file === undefined || file === stored?.file) && (images === undefined || images === stored?.images);

const checkBox = (box: DeclaredBox, path: string, known: ReferencedNames): ValidationIssue[] => {
  const kind = box.kind === 'relatedKeywords' ? 'keywords' : 'products';
  const issues = checkDatasetReference(box.dataset, kind, `${path}.dataset`, known);
  if (box.kind !== 'search') {
    const hasUselessUrl = box.kind === 'relatedProducts' && box.url !== undefined;
    return hasUselessUrl
      ? [...issues, { path: `${path}.url`, message: 'is for keywords: products have their own page' }]
      : issues;
  }
  const ranks = (box.strategies ?? []).map(({ rank }) => rank);
  if (new Set(ranks).size < ranks.length) {
    const reason = { reason: 'rank-twice' } as const;
    issues.push({ path: `${path}.strategies`, message: 'every rung needs a rank of its own', reason });
  }
  if (box.pageSize !== undefined && box.maximumPageSize !== undefined && box.pageSize > box.maximumPageSize) {
    const reason = { reason: 'page-above-maximum' } as const;
    issues.push({ path: `${path}.pageSize`, message: 'must not be above `maximumPageSize`', reason });
  }
  return [...issues, ...checkFilter(box.exclude, `${path}.exclude`)];
};

const checkDatasetReference = (
  name: string,
  kind: DatasetKind,
  path: string,
  known: ReferencedNames,
): ValidationIssue[] => {
  const actual = known.datasets.get(name);
  if (actual === kind) return [];
  const message = actual
    ? `the dataset \`${name}\` holds ${actual}, not ${kind}`
    : `there is no dataset \`${name}\`, ${suggestName(name, [...known.datasets.keys()])}`;
  return [{ path, message }];
};

const checkBoxReferences = (names: readonly string[], path: string, known: ReferencedNames) =>
  names.flatMap((name, index) =>
    known.boxes.has(name) ? [] : [noSuchBox(`${path}[${index}]`, name, known)],
  );

/** Every redirect needs words of its own: a search for them has one target. */
export const checkRedirects = ({ redirects = [], language = 'en' }: DeclaredWebsite): ValidationIssue[] => {
  const seen = new Map<string, string>();
  return redirects.flatMap(({ term }, index): ValidationIssue[] => {
    const path = `$.website.redirects[${index}].term`;
    const key = wordOrderKey(term, language);
    if (key === '')
      return [{ path, message: 'has no word, so nobody can search for it', reason: { reason: 'no-words' } }];
    const first = seen.get(key);
    if (first === undefined) {
      seen.set(key, term);
      return [];
    }
    const reason = { reason: 'term-twice', values: { term: first } } as const;
    return [{ path, message: `means the same as \`${first}\` above`, reason }];
  });
};
