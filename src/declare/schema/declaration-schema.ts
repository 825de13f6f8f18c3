import { Type } from 'typebox';
import { boxDeclaration } from '../../contract/box.ts';
import { campaignDeclaration } from '../../contract/campaign.ts';
import { datasetDeclaration } from '../../contract/dataset.ts';
import { anyText, listOf, noOtherProperties, type ValueOf } from '../../contract/schema-parts.ts';
import { subscriptionDeclaration } from '../../contract/subscription.ts';
import { websiteDeclaration } from '../../contract/website.ts';
import { configurationLimits as limits } from '../../domain/settings/limits.ts';

export const declarationSchema = Type.Object(
  {
    $schema: Type.Optional(anyText('url', 'Address of this schema, for editors.')),
    website: websiteDeclaration,
    datasets: Type.Optional(listOf(datasetDeclaration, 'What is searched in.', limits.datasets)),
    boxes: Type.Optional(listOf(boxDeclaration, 'What shops call.', limits.boxes)),
    campaigns: Type.Optional(listOf(campaignDeclaration, 'What merchandisers want shown.', limits.campaigns)),
    subscriptions: Type.Optional(listOf(subscriptionDeclaration, 'Who may call.', limits.subscriptions)),
  },
  { ...noOtherProperties, title: 'Declaration of a website', description: 'What `kindred apply` reads.' },
);

export type Declaration = ValueOf<typeof declarationSchema>;

/** A plain JSON copy, for the API and for editors. */
export const declarationJsonSchema = (): Record<string, unknown> => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  ...(JSON.parse(JSON.stringify(declarationSchema)) as Record<string, unknown>),
});
