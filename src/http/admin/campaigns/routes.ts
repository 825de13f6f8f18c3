import { Type } from 'typebox';
import { Nullable } from '../../schema/schema-helpers.ts';
import { CampaignDeclaration } from '../boxes/schema.ts';
import { route } from '../contract/route.ts';
import { Campaign, CampaignChange, CampaignReview, ConfirmQuery } from './schema.ts';

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
    summary: 'Withdraw a campaign: it becomes a draft again.',
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
