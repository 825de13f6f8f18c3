import { Type } from 'typebox';
import { boxDeclaration } from '../../contract/box.ts';
import { campaignDeclaration } from '../../contract/campaign.ts';
import { datasetDeclaration } from '../../contract/dataset.ts';
import { noOtherProperties, type ValueOf } from '../../contract/schema-parts.ts';
import { subscriptionDeclaration } from '../../contract/subscription.ts';
import { websiteDeclaration } from '../../contract/website.ts';
import { configurationLimits as limits, textLengthLimits } from '../../domain/settings/limits.ts';

export const declarationSchema = Type.Object(
  {
    $schema: Type.Optional(
      Type.String({ maxLength: textLengthLimits.url, description: 'Address of this schema, for editors.' }),
    ),
    website: websiteDeclaration,
    datasets: Type.Optional(
      Type.Array(datasetDeclaration, { maxItems: limits.datasets, description: 'What is searched in.' }),
    ),
    boxes: Type.Optional(
      Type.Array(boxDeclaration, { maxItems: limits.boxes, description: 'What shops call.' }),
    ),
    campaigns: Type.Optional(
      Type.Array(campaignDeclaration, {
        maxItems: limits.campaigns,
        description: 'What merchandisers want shown.',
      }),
    ),
    subscriptions: Type.Optional(
      Type.Array(subscriptionDeclaration, { maxItems: limits.subscriptions, description: 'Who may call.' }),
    ),
  },
  { ...noOtherProperties, title: 'Declaration of a website', description: 'What `kindred apply` reads.' },
);

export type Declaration = ValueOf<typeof declarationSchema>;

/** A plain JSON copy, for the API and for editors. */
export const declarationJsonSchema = (): Record<string, unknown> => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  ...(JSON.parse(JSON.stringify(declarationSchema)) as Record<string, unknown>),
});
