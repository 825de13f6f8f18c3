import { Type } from 'typebox';
import { Nullable } from '../../schema/schema-helpers.ts';
import { CampaignDeclaration } from '../boxes/schema.ts';
import { route } from '../contract/route.ts';
import { Campaign, CampaignChange, CampaignReview, ConfirmQuery } from './schema.ts';

const campaigns = '/admin/websites/{website}/campaigns';
const campaign = `${campaigns}/{ruleId}` as const;

export const campaignRoutes = [
  route({
    id: 'listCampaigns',
    method: 'GET',
    path: campaigns,
    access: 'viewer',
    summary: 'The campaigns of the website.',
    response: Type.Array(Campaign),
  }),
  route({
    id: 'createCampaign',
    method: 'POST',
    path: campaigns,
    access: 'merchandiser',
    summary: 'Create a campaign; a draft unless `state` is given.',
    query: ConfirmQuery,
    body: CampaignDeclaration,
    isDeclaration: true,
    response: Campaign,
    status: 201,
  }),
  route({
    id: 'getCampaign',
    method: 'GET',
    path: campaign,
    access: 'viewer',
    summary: 'One campaign.',
    response: Campaign,
  }),
  route({
    id: 'updateCampaign',
    method: 'PUT',
    path: campaign,
    access: 'merchandiser',
    summary: 'Change a campaign. Its ruleId stays; so does its state, unless it is given.',
    query: ConfirmQuery,
    body: CampaignDeclaration,
    isDeclaration: true,
    response: Campaign,
  }),
  route({
    id: 'removeCampaign',
    method: 'DELETE',
    path: campaign,
    access: 'merchandiser',
    summary: 'Remove a campaign.',
    response: null,
  }),
  route({
    id: 'publishCampaign',
    method: 'POST',
    path: `${campaign}/publish`,
    access: 'merchandiser',
    summary: 'Publish a campaign. A redirect without a condition needs its name as a confirmation.',
    query: ConfirmQuery,
    response: Campaign,
  }),
  route({
    id: 'withdrawCampaign',
    method: 'POST',
    path: `${campaign}/withdraw`,
    access: 'merchandiser',
    summary: 'Withdraw a campaign: it becomes a draft again.',
    response: Campaign,
  }),
  route({
    id: 'reviewCampaign',
    method: 'POST',
    path: `${campaigns}/review`,
    access: 'merchandiser',
    summary: 'What a campaign would change: boxes, products, examples, competing campaigns. Changes nothing.',
    body: CampaignDeclaration,
    isDeclaration: true,
    response: CampaignReview,
  }),
  route({
    id: 'getCampaignHistory',
    method: 'GET',
    path: `${campaign}/history`,
    access: 'viewer',
    summary: 'Who changed it, newest first.',
    response: Type.Array(CampaignChange),
  }),
  route({
    id: 'undoCampaign',
    method: 'POST',
    path: `${campaign}/undo`,
    access: 'merchandiser',
    summary: 'Undo the last change; null when that was its creation, which removes the campaign.',
    response: Nullable(Campaign),
  }),
] as const;
