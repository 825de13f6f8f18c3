import type { Campaign } from '../domain/campaign.ts';
import type { Scalar } from '../domain/filter.ts';
import type { Hit, HitParts, ProductReader, Source } from '../engine/engine.ts';
import type { Attempt, Climb } from './climb-ladder.ts';

export type SharedField = {
  readonly field: string;
  readonly values: readonly string[];
};

export type ImageSearchExplanation = {
  readonly campaigns: readonly {
    ruleId: number;
    name: string;
    effect: Campaign['effect']['kind'];
    priority: number;
  }[];
  readonly ladder: readonly Attempt[];
  readonly documents: readonly {
    readonly identifier: string;
    readonly score: number;
    readonly parts: HitParts | null;
    /** Where it agrees with the source. */
    readonly shared: readonly SharedField[];
  }[];
  readonly tookMs: number;
};

type Explained = {
  readonly reader: ProductReader;
  readonly source: Source | string;
  readonly campaigns: readonly Campaign[];
  readonly climb: Climb | null;
  readonly took: number;
};

export const explainImageSearch = ({
  reader,
  source,
  campaigns,
  climb,
  took,
}: Explained): ImageSearchExplanation => ({
  campaigns: campaigns.map(({ ruleId, name, effect, priority }) => ({
    ruleId,
    name,
    effect: effect.kind,
    priority,
  })),
  ladder: climb?.attempts ?? [],
  documents: (climb?.set?.hits ?? []).map((hit) => ({
    identifier: hit.identifier,
    score: hit.score,
    parts: hit.parts,
    shared: typeof source === 'string' ? [] : sharedFields(hit, source, reader),
  })),
  tookMs: Math.round(took * 1000) / 1000,
});

/** Facetable fields with a value that both carry. Numbers are left out: equal prices explain nothing. */
function sharedFields(hit: Hit, source: Source, { fields }: ProductReader): SharedField[] {
  const record = JSON.parse(Buffer.from(hit.record).toString('utf8')) as Record<string, unknown>;
  return fields
    .filter(({ facetable, type }) => facetable && type !== 'number')
    .flatMap(({ name }) => {
      const values = common(source.values(name), record[name]);
      return values.length === 0 ? [] : [{ field: name, values }];
    });
}

function common(values: readonly Scalar[], carried: unknown): string[] {
  const own = (Array.isArray(carried) ? carried : [carried]).map(String);
  return values.map(String).filter((value) => own.includes(value));
}
