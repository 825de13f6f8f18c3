import type { CampaignDeclaration } from '../../api/types.ts';

export type Effect = CampaignDeclaration['effect'];
export type EffectKind = keyof Effect;
export type EffectOf<K extends EffectKind> = NonNullable<Effect[K]>;

export const effectKinds = [
  'promotion',
  'banner',
  'redirect',
  'ads',
  'intentClarification',
] as const satisfies readonly EffectKind[];

export const isEffectKind = (value: unknown): value is EffectKind =>
  effectKinds.some((kind) => kind === value);

/** The kind is the name of the only property. */
export const getEffectKind = (effect: Effect): EffectKind =>
  effectKinds.find((kind) => effect[kind] !== undefined) ?? 'promotion';

export const newEffect = (kind: EffectKind): Effect => {
  switch (kind) {
    case 'promotion':
      return { promotion: { promotions: [] } };
    case 'banner':
      return { banner: { position: 'resultPageTop', contents: [''] } };
    case 'redirect':
      return { redirect: { url: '' } };
    case 'ads':
      return { ads: { identifiers: [] } };
    case 'intentClarification':
      return { intentClarification: { question: '', tiles: [{ id: 'tile-1', text: '', filter: '' }] } };
  }
};

/** Where one starts decides what a campaign is and what it is for: this box, this product, this category. */
type Start = {
  readonly box?: string;
  readonly product?: string;
  readonly category?: string;
  readonly effect?: EffectKind;
};

export const newCampaign = ({
  box,
  product,
  category,
  effect = 'promotion',
}: Start): CampaignDeclaration => ({
  name: '',
  ...(box === undefined ? {} : { box }),
  ...(category === undefined ? {} : { when: { category } }),
  ...(product === undefined ? {} : { when: { identifiers: [product] } }),
  state: 'draft',
  effect: newEffect(effect),
});
