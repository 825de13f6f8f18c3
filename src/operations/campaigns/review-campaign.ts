import type { Campaign, ReviewableCampaign } from '../../domain/campaign.ts';
import { decodeRecord, type ProductRecord } from '../../domain/product-record.ts';
import type { Field } from '../../domain/dataset.ts';
import type { Scalar } from '../../domain/filter.ts';
import { pathLevels } from '../../domain/product.ts';
import { type ProductReader, type ProductRow, scanPages } from '../../engine/engine.ts';
import { matchesCondition } from './select-campaigns.ts';

/** Rows are read in pages, so that the event loop turns; of each catalogue `rows` are counted at most. */
const limits = { rows: 50_000, pageSize: 200, examples: 3 } as const;

/** What a campaign would change if it were published now. */
export type CampaignReview = {
  /** Families of all catalogues with a variant for which its condition holds, schedule and share left aside. */
  readonly products: number;
  /** Whether a catalogue was too large to be read to its end. */
  readonly isPartial: boolean;
  /** Of every catalogue, as far as there is room. */
  readonly examples: readonly (ProductRow & { readonly dataset: string })[];
  /** Published campaigns that hold for one of the examples and compete for the same place. */
  readonly conflicts: readonly Campaign[];
};

/** `datasets`: trackers of the catalogues that the campaign changes; one that is named twice is counted once. */
export type ReviewCampaign = (
  datasets: readonly string[],
  campaign: ReviewableCampaign,
  others: readonly Campaign[],
) => Promise<CampaignReview | null>;

type Products = (dataset: string) => ProductReader | null;

/** Null while no catalogue is live. */
export const createCampaignReview =
  (products: Products): ReviewCampaign =>
  async (datasets, campaign, others) => {
    const reviews: CampaignReview[] = [];
    for (const dataset of new Set(datasets)) {
      const reader = products(dataset);
      if (reader !== null) reviews.push(await reviewCatalogue(dataset, reader, campaign, others));
    }
    return reviews.length === 0 ? null : combineReviews(reviews);
  };

const reviewCatalogue = async (
  dataset: string,
  reader: ProductReader,
  campaign: ReviewableCampaign,
  others: readonly Campaign[],
): Promise<CampaignReview> => {
  const { products, rows, examples } = await countMatching(reader, campaign);
  return {
    products,
    isPartial: rows < reader.size,
    examples: examples.map(({ row }) => ({ ...row, dataset })),
    conflicts: others.filter(
      (other) =>
        competes(campaign, other) && examples.some((example) => matchesCondition(other.when, example)),
    ),
  };
};

/** The first example of each catalogue, then the second of each, and so on. */
const combineReviews = (reviews: readonly CampaignReview[]): CampaignReview => {
  const places = Array.from({ length: limits.examples }, (_, place) => place);
  return {
    products: reviews.reduce((sum, { products }) => sum + products, 0),
    isPartial: reviews.some(({ isPartial }) => isPartial),
    examples: places
      .flatMap((place) => reviews.flatMap(({ examples }) => examples[place] ?? []))
      .slice(0, limits.examples),
    conflicts: [...new Set(reviews.flatMap(({ conflicts }) => conflicts))],
  };
};

type Example = {
  readonly row: ProductRow;
  readonly identifier: string;
  readonly variants: readonly string[];
  readonly values: (field: string) => readonly Scalar[];
};

/** A family counts once, and is one example at most: its variants would show the same list again. */
const countMatching = async (reader: ProductReader, { when }: ReviewableCampaign) => {
  const { identifiers = [], variantOnly } = when;
  const named =
    variantOnly === true ? identifiers.map((identifier) => [identifier]) : await reader.families(identifiers);
  const familyOf = new Map(named.flatMap((family) => family.map((variant) => [variant, family])));
  const examples: Example[] = [];
  const found = new Set<string>();
  let rows = 0;
  for await (const page of scanPages(reader, limits.pageSize)) {
    const matching = page
      .map((row) => toExample(row, reader.fields, familyOf.get(row.identifier) ?? [row.identifier]))
      .filter((example) => matchesCondition(when, example));
    const families = await reader.families(matching.map(({ identifier }) => identifier));
    for (const [place, example] of matching.entries()) {
      // Other campaigns may name a variant that the reviewed one does not: each example gets its whole family.
      const variants = families[place] ?? example.variants;
      const [first = example.identifier] = variants;
      if (found.has(first)) continue;
      found.add(first);
      if (examples.length < limits.examples) examples.push({ ...example, variants });
    }
    rows += page.length;
    if (rows >= limits.rows) break;
  }
  return { products: found.size, rows, examples };
};

const toExample = (row: ProductRow, fields: readonly Field[], variants: readonly string[]): Example => {
  const record = decodeRecord(row.record);
  return { row, identifier: row.identifier, variants, values: (name) => readValues(record, fields, name) };
};

const readValues = (record: ProductRecord, fields: readonly Field[], name: string): Scalar[] => {
  const values = [record[name] ?? []].flat() as Scalar[];
  const isPath = fields.some((field) => field.name === name && field.type === 'path');
  return isPath ? values.flatMap((value) => pathLevels(String(value))) : values;
};

/** The first campaign wins for these effects; a redirect ends everything else. */
const competes = (campaign: ReviewableCampaign, other: Campaign): boolean => {
  if (other.state !== 'published' || other.name === campaign.name) return false;
  const [kind, otherKind] = [campaign.effect.kind, other.effect.kind];
  if (kind === 'redirect' || otherKind === 'redirect') return true;
  return kind === otherKind && kind !== 'banner';
};
