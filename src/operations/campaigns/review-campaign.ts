import type { Campaign, ReviewableCampaign } from '../../domain/campaign.ts';
import { decodeRecord, type ProductRecord } from '../../domain/product-record.ts';
import type { Field } from '../../domain/dataset.ts';
import type { Scalar } from '../../domain/filter.ts';
import { pathLevels } from '../../domain/product.ts';
import { type ProductReader, type ProductRow, scanPages } from '../../engine/engine.ts';
import { matchesCondition } from './select-campaigns.ts';

/** Rows are read in pages, so that the event loop turns; a larger catalogue is counted up to `rows`. */
const limits = { rows: 50_000, pageSize: 200, examples: 3 } as const;

/** What a campaign would change if it were published now. */
export type CampaignReview = {
  /** Rows of the catalogue for which its condition holds, schedule and share left aside. */
  readonly products: number;
  /** Whether the catalogue was too large to be read to its end. */
  readonly isPartial: boolean;
  readonly examples: readonly ProductRow[];
  /** Published campaigns that hold for one of the examples and compete for the same place. */
  readonly conflicts: readonly Campaign[];
};

export type ReviewCampaign = (
  dataset: string,
  campaign: ReviewableCampaign,
  others: readonly Campaign[],
) => Promise<CampaignReview | null>;

type Products = (dataset: string) => ProductReader | null;

/** Null while no catalogue is live. */
export const createCampaignReview =
  (products: Products): ReviewCampaign =>
  async (dataset, campaign, others) => {
    const reader = products(dataset);
    if (reader === null) return null;
    const { matching, rows, examples: found } = await countMatching(reader, campaign);
    const examples = await readFamilies(reader, found);
    return {
      products: matching,
      isPartial: rows < reader.size,
      examples: examples.map(({ row }) => row),
      conflicts: others.filter(
        (other) =>
          competes(campaign, other) && examples.some((example) => matchesCondition(other.when, example)),
      ),
    };
  };

type Example = {
  readonly row: ProductRow;
  readonly identifier: string;
  readonly variants: readonly string[];
  readonly values: (field: string) => readonly Scalar[];
};

const countMatching = async (reader: ProductReader, { when }: ReviewableCampaign) => {
  const { identifiers = [], variantOnly } = when;
  const families =
    variantOnly === true ? identifiers.map((identifier) => [identifier]) : await reader.families(identifiers);
  const familyOf = new Map(families.flatMap((family) => family.map((variant) => [variant, family])));
  const examples: Example[] = [];
  let [matching, rows] = [0, 0];
  for await (const page of scanPages(reader, limits.pageSize)) {
    for (const row of page) {
      const variants = familyOf.get(row.identifier) ?? [row.identifier];
      const example = toExample(row, reader.fields, variants);
      if (!matchesCondition(when, example)) continue;
      matching += 1;
      if (examples.length < limits.examples) examples.push(example);
    }
    rows += page.length;
    if (rows >= limits.rows) break;
  }
  return { matching, rows, examples };
};

/** Other campaigns may name a variant that the reviewed one does not: each example gets its whole family. */
const readFamilies = async (reader: ProductReader, examples: readonly Example[]): Promise<Example[]> => {
  const families = await reader.families(examples.map(({ identifier }) => identifier));
  return examples.map((example, place) => ({ ...example, variants: families[place] ?? example.variants }));
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
