import { Type } from 'typebox';
import {
  configurationLimits as limits,
  textLengthLimits,
  webAddressPattern,
} from '../domain/settings/limits.ts';
import {
  asStored,
  boundedText,
  closedObject,
  id,
  noOtherProperties,
  nullable,
  storedName,
  stringList,
  tracker,
  type ValueOf,
  webAddress,
} from './schema-parts.ts';

/* A website in its two forms, as a box has them. */

const shortName = '^[a-z0-9][a-z0-9-]{0,62}$';

const synonyms = Type.Array(stringList('Words that mean the same.', limits.synonymsInGroup, 2), {
  maxItems: limits.synonymGroups,
  description: 'Groups of words that mean the same in this shop.',
});

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

export const websiteDeclaration = closedObject('One shop.', {
  name: Type.String({
    pattern: shortName,
    maxLength: 63,
    description:
      'Short name, unique in the installation: lower-case letters, digits and hyphens, 63 at most.',
  }),
  displayName: Type.Optional(boundedText('name', 'Name that people read.')),
  language: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$',
      maxLength: textLengthLimits.code,
      description: 'BCP 47 language tag, such as en, de or hu; decides how words are normalised.',
    }),
  ),
  url: Type.Optional(webAddress('Address of the shop.')),
  currency: Type.Optional(
    Type.String({
      pattern: '^[A-Z]{3}$',
      maxLength: textLengthLimits.code,
      description: 'ISO 4217 code, such as EUR: of prices whose feed names none. Applied by the next import.',
    }),
  ),
  timeZone: Type.Optional(
    Type.String({
      maxLength: textLengthLimits.code,
      description:
        'IANA name, such as Europe/Berlin: of the weekdays of campaigns and the schedules of feeds. Left out: UTC.',
    }),
  ),
  synonyms: Type.Optional(synonyms),
  redirects: Type.Optional(redirects),
});

export type DeclaredWebsite = ValueOf<typeof websiteDeclaration>;

export const storedWebsite = Type.Object({
  ...asStored(Type.Required(Type.Omit(websiteDeclaration, ['url', 'currency', 'timeZone', 'redirects'])))
    .properties,
  id,
  tracker,
  name: Type.String({ pattern: shortName }),
  displayName: storedName,
  language: Type.String({ minLength: 2 }),
  url: nullable(Type.String()),
  currency: nullable(Type.String()),
  timeZone: nullable(Type.String()),
  redirects: Type.Array(
    Type.Object({ term: Type.String(), url: Type.String({ pattern: webAddressPattern }) }),
  ),
});

/** One shop: the tenant. No data is shared between websites. */
export type Website = ValueOf<typeof storedWebsite>;
