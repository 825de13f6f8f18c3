import { type Static, Type } from 'typebox';
import { keyKinds, operationNames, quotaPeriods, rateWindowSeconds } from '../../domain/subscription.ts';
import { boxDeclaration } from '../../contract/box.ts';
import { campaignSchema } from './campaign-schema.ts';
import { datasetSchema, synonyms } from './dataset-schema.ts';
import { configurationLimits as limits, textLengthLimits } from '../../domain/configuration-limits.ts';
import {
  boundedText,
  noOtherProperties,
  positiveInteger,
  stringList,
  uniqueName,
  webAddress,
} from '../../contract/schema-parts.ts';

const redirects = Type.Array(
  Type.Object(
    {
      term: boundedText('name', 'The search term; case, accents and plural do not matter.'),
      url: webAddress('Where shoppers who search for it are sent.'),
    },
    noOtherProperties,
  ),
  { maxItems: limits.redirects, description: 'Search terms whose shoppers are sent to another page.' },
);

const websiteSchema = Type.Object(
  {
    name: Type.String({
      pattern: '^[a-z0-9][a-z0-9-]{0,62}$',
      maxLength: 63,
      description:
        'Short name, unique in the installation: lower-case letters, digits and hyphens, 63 at most.',
    }),
    displayName: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'Name that people read.' }),
    ),
    language: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$',
        maxLength: textLengthLimits.code,
        description: 'BCP 47 language tag, such as en, de or hu; decides how words are normalised.',
      }),
    ),
    url: Type.Optional(webAddress('Address of the shop.')),
    synonyms: Type.Optional(synonyms),
    redirects: Type.Optional(redirects),
  },
  { ...noOtherProperties, description: 'One shop.' },
);

const existingKey = (slot: string) =>
  Type.String({
    pattern: '^[0-9a-fA-F]{32}$',
    maxLength: 32,
    description: `The ${slot} key: exactly 32 hex digits.`,
  });

const rate = (description: string) =>
  Type.Object(
    {
      calls: positiveInteger('Calls at most …'),
      perSeconds: positiveInteger('… in any stretch of so many seconds.', rateWindowSeconds),
    },
    { ...noOtherProperties, description },
  );

const subscriptionSchema = Type.Object(
  {
    name: uniqueName('subscription'),
    kind: Type.Enum([...keyKinds], {
      description: 'For servers, for browsers, or for sending products and feeds.',
    }),
    rate: Type.Optional(rate('Rate limit; left out: none.')),
    addressRate: Type.Optional(
      rate('Rate limit of each calling address, for publishable keys; left out: none of its own.'),
    ),
    quota: Type.Optional(
      Type.Object(
        {
          // Not sent to callers, and a month may have more than two thousand million calls.
          calls: positiveInteger('Calls at most …', Number.MAX_SAFE_INTEGER),
          per: Type.Enum([...quotaPeriods], {
            description: '… in a calendar period, in UTC.',
          }),
        },
        { ...noOtherProperties, description: 'Quota; left out: none.' },
      ),
    ),
    operations: Type.Optional(
      Type.Array(Type.Enum([...operationNames]), {
        maxItems: operationNames.length,
        description: 'Operations it may call; left out: all that its kind may.',
      }),
    ),
    boxes: Type.Optional(stringList('Names of the boxes it may call; left out: all.', limits.boxes)),
    origins: Type.Optional(
      Type.Array(
        Type.String({
          pattern: '^https?://[^/\\s]+$',
          maxLength: textLengthLimits.url,
          description: 'An origin: scheme, host and port, without a path.',
        }),
        {
          maxItems: limits.origins,
          description: 'Origins a publishable key may be used from; left out: any.',
        },
      ),
    ),
    keys: Type.Optional(
      Type.Object(
        { primary: existingKey('primary'), secondary: existingKey('secondary') },
        {
          ...noOtherProperties,
          description: 'Keys that the shop already has; left out: new ones are made once.',
        },
      ),
    ),
  },
  { ...noOtherProperties, description: 'Two keys with their limits.' },
);

export const declarationSchema = Type.Object(
  {
    $schema: Type.Optional(
      Type.String({ maxLength: textLengthLimits.url, description: 'Address of this schema, for editors.' }),
    ),
    website: websiteSchema,
    datasets: Type.Optional(
      Type.Array(datasetSchema, { maxItems: limits.datasets, description: 'What is searched in.' }),
    ),
    boxes: Type.Optional(
      Type.Array(boxDeclaration, { maxItems: limits.boxes, description: 'What shops call.' }),
    ),
    campaigns: Type.Optional(
      Type.Array(campaignSchema, {
        maxItems: limits.campaigns,
        description: 'What merchandisers want shown.',
      }),
    ),
    subscriptions: Type.Optional(
      Type.Array(subscriptionSchema, { maxItems: limits.subscriptions, description: 'Who may call.' }),
    ),
  },
  { ...noOtherProperties, title: 'Declaration of a website', description: 'What `kindred apply` reads.' },
);

export type Declaration = Static<typeof declarationSchema>;
export type DeclaredWebsite = Static<typeof websiteSchema>;
export type DeclaredDataset = Static<typeof datasetSchema>;
export type DeclaredCampaign = Static<typeof campaignSchema>;
export type DeclaredSubscription = Static<typeof subscriptionSchema>;

/** A plain JSON copy, for the API and for editors. */
export const declarationJsonSchema = (): Record<string, unknown> => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  ...(JSON.parse(JSON.stringify(declarationSchema)) as Record<string, unknown>),
});
