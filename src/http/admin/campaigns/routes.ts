import { Type } from 'typebox';
import { campaignStates } from '../../../domain/settings/choices.ts';
import { textLengthLimits } from '../../../domain/settings/limits.ts';
import { Int32, Nullable, StringEnum } from '../../schema/schema-helpers.ts';
import { CampaignDeclaration } from '../boxes/routes.ts';
import { Component, Count, Instant } from '../contract/field-schemas.ts';
import { route, type SchemaValue } from '../contract/route.ts';
import { ProductSummary } from '../products/routes.ts';

const Campaign = Component('Campaign', {
  declaration: CampaignDeclaration,
  ruleId: Int32(),
  state: StringEnum(campaignStates),
});

const CampaignChange = Component('CampaignChange', {
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
    'Products of all catalogues of these boxes for which its condition holds; variants are one product.',
  ),
  isPartial: Type.Boolean({ description: 'Whether a catalogue was too large to be counted to its end.' }),
  examples: Type.Array(ReviewExample, { description: 'Up to three different products, of each catalogue.' }),
  conflicts: Type.Array(Type.Object({ ruleId: Int32(), name: Type.String() }), {
    description: 'Published campaigns that hold for one of the examples and compete with it.',
  }),
});

const ConfirmQuery = Type.Object({
  confirm: Type.Optional(
    Type.String({
      maxLength: textLengthLimits.name,
      description: 'The name of the campaign; required to publish a redirect without a condition.',
    }),
  ),
});

export type WireCampaign = SchemaValue<typeof Campaign>;
export type WireCampaignChange = SchemaValue<typeof CampaignChange>;

const campaigns = '/admin/websites/{website}/campaigns';
const campaign = `${campaigns}/{ruleId}` as const;

export const campaignRoutes = [
  route('listCampaigns', 'GET', campaigns, 'viewer', {
    summary: 'The campaigns of the website.',
    response: Type.Array(Campaign),
  }),
  route('createCampaign', 'POST', campaigns, 'merchandiser', {
    summary: 'Create a campaign; a draft unless `state` is given.',
    query: ConfirmQuery,
    body: CampaignDeclaration,
    isDeclaration: true,
    response: Campaign,
    status: 201,
  }),
  route('getCampaign', 'GET', campaign, 'viewer', { summary: 'One campaign.', response: Campaign }),
  route('updateCampaign', 'PUT', campaign, 'merchandiser', {
    summary: 'Change a campaign. Its ruleId stays; so does its state, unless it is given.',
    query: ConfirmQuery,
    body: CampaignDeclaration,
    isDeclaration: true,
    response: Campaign,
  }),
  route('removeCampaign', 'DELETE', campaign, 'merchandiser', {
    summary: 'Remove a campaign.',
    response: null,
  }),
  route('publishCampaign', 'POST', `${campaign}/publish`, 'merchandiser', {
    summary: 'Publish a campaign. A redirect without a condition needs its name as a confirmation.',
    query: ConfirmQuery,
    response: Campaign,
  }),
  route('withdrawCampaign', 'POST', `${campaign}/withdraw`, 'merchandiser', {
    summary: 'Pause a campaign: shoppers no longer see it.',
    response: Campaign,
  }),
  route('reviewCampaign', 'POST', `${campaigns}/review`, 'merchandiser', {
    summary: 'What a campaign would change: boxes, products, examples, competing campaigns. Changes nothing.',
    body: CampaignDeclaration,
    isDeclaration: true,
    response: CampaignReview,
  }),
  route('getCampaignHistory', 'GET', `${campaign}/history`, 'viewer', {
    summary: 'Who changed it, newest first.',
    response: Type.Array(CampaignChange),
  }),
  route('undoCampaign', 'POST', `${campaign}/undo`, 'merchandiser', {
    summary: 'Undo the last change; null when that was its creation, which removes the campaign.',
    response: Nullable(Campaign),
  }),
] as const;
