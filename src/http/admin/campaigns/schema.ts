import { type Static, Type } from 'typebox';
import { campaignStates } from '../../../domain/campaign.ts';
import { Int32, Nullable, StringEnum } from '../../schema/schema-helpers.ts';
import { CampaignDeclaration } from '../boxes/schema.ts';
import { Instant } from '../contract/field-schemas.ts';

export const Campaign = Type.Object(
  { declaration: CampaignDeclaration, ruleId: Int32(), state: StringEnum(campaignStates) },
  { title: 'Campaign' },
);

export const CampaignChange = Type.Object(
  {
    at: Instant(),
    actor: Type.String(),
    action: Type.String(),
    before: Nullable(CampaignDeclaration),
    after: Nullable(CampaignDeclaration),
  },
  { title: 'CampaignChange' },
);

export type WireCampaign = Static<typeof Campaign>;
export type WireCampaignChange = Static<typeof CampaignChange>;
