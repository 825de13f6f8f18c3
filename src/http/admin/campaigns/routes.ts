import { Type } from 'typebox';
import { Nullable } from '../../schema-helpers.ts';
import { CampaignDeclaration } from '../boxes/schema.ts';
import { route } from '../contract/route.ts';
import { Campaign, CampaignChange } from './schema.ts';

const campaigns = '/admin/websites/{website}/campaigns';
const campaign = `${campaigns}/{ruleId}` as const;

export const campaignRoutes = [
  route({
    id: 'listCampaigns',
    method: 'GET',
    path: campaigns,
    access: 'viewer',
    summary: 'What merchandisers want shown.',
    response: Type.Array(Campaign),
  }),
  route({
    id: 'createCampaign',
    method: 'POST',
    path: campaigns,
    access: 'merchandiser',
    summary: 'Make a campaign; a draft unless it says otherwise.',
    body: CampaignDeclaration,
    declared: true,
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
    body: CampaignDeclaration,
    declared: true,
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
    summary: 'Show it.',
    response: Campaign,
  }),
  route({
    id: 'withdrawCampaign',
    method: 'POST',
    path: `${campaign}/withdraw`,
    access: 'merchandiser',
    summary: 'Show it no more: back to a draft.',
    response: Campaign,
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
    summary: 'Take back the last change; null when that was its creation, so that it is gone.',
    response: Nullable(Campaign),
  }),
] as const;
