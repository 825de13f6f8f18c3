import { Type } from 'typebox';
import { campaignStates } from '../../../domain/choices.ts';
import { Int32, Nullable, StringEnum } from '../../schema/schema-helpers.ts';
import { CampaignDeclaration } from '../boxes/schema.ts';
import { Component, Count, Instant } from '../contract/field-schemas.ts';
import type { SchemaValue } from '../contract/route.ts';
import { textLengthLimits } from '../../../domain/configuration-limits.ts';
import { ProductSummary } from '../products/schema.ts';

export const Campaign = Component('Campaign', {
  declaration: CampaignDeclaration,
  ruleId: Int32(),
  state: StringEnum(campaignStates),
});

export const CampaignChange = Component('CampaignChange', {
  at: Instant(),
  actor: Type.String(),
  action: Type.String(),
  before: Nullable(CampaignDeclaration),
  after: Nullable(CampaignDeclaration),
});

const ReviewExample = Component('ReviewExample', {
  ...ProductSummary.properties,
  box: Type.String({ description: 'A box that searches its catalogue.' }),
});

export const CampaignReview = Component('CampaignReview', {
  boxes: Type.Array(Type.String(), { description: 'The search boxes it changes.' }),
  unconditional: Type.Boolean({ description: 'Whether it holds for every product.' }),
  products: Count(
    'Products of all catalogues of these boxes, variants included, for which its condition holds.',
  ),
  isPartial: Type.Boolean({ description: 'Whether a catalogue was too large to be counted to its end.' }),
  examples: Type.Array(ReviewExample, { description: 'Up to three of these products, of each catalogue.' }),
  conflicts: Type.Array(Type.Object({ ruleId: Int32(), name: Type.String() }), {
    description: 'Published campaigns that hold for one of the examples and compete with it.',
  }),
});

export const ConfirmQuery = Type.Object({
  confirm: Type.Optional(
    Type.String({
      maxLength: textLengthLimits.name,
      description: 'The name of the campaign; required to publish a redirect without a condition.',
    }),
  ),
});

export type WireCampaign = SchemaValue<typeof Campaign>;
export type WireCampaignChange = SchemaValue<typeof CampaignChange>;
