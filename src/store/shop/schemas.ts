import { Type } from 'typebox';
import { roles } from '../../domain/operator.ts';
import { datasetKinds, fieldTypes } from '../../domain/dataset.ts';
import { campaignStates } from '../../domain/campaign.ts';
import {
  keyKinds,
  operationNames,
  quotaPeriods,
  rateWindowSeconds,
  subscriptionStates,
} from '../../domain/subscription.ts';
import { webAddressPattern } from '../../domain/web-address.ts';
import { int32Limits } from '../../domain/configuration-limits.ts';
import { conditionSchema, effectSchema } from './campaign-schemas.ts';

/*
 * Schemas of stored values, checked before writing and after reading: data may have been changed by hand, by
 * another version or by a bad disk, which the types of the domain cannot see.
 */

const id = Type.Integer({ minimum: 1 });
/** Sent to callers as int32. */
const int32 = (minimum: number = int32Limits.minimum) => Type.Integer({ ...int32Limits, minimum });
const rate = Type.Union([
  Type.Object({
    calls: Type.Integer({ minimum: 1 }),
    perSeconds: Type.Integer({ minimum: 1, maximum: rateWindowSeconds }),
  }),
  Type.Null(),
]);
const tracker = Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' });
const name = Type.String({ minLength: 1, maxLength: 200 });
const text = Type.String();
const count = Type.Integer({ minimum: 1 });
const commonProperties = { id, websiteId: id, tracker, name };

export const websiteSchema = Type.Object({
  id,
  tracker,
  name: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,62}$' }),
  displayName: name,
  language: Type.String({ minLength: 2 }),
  url: Type.Union([text, Type.Null()]),
  synonyms: Type.Array(Type.Array(text, { minItems: 2 })),
  redirects: Type.Array(Type.Object({ term: text, url: Type.String({ pattern: webAddressPattern }) })),
});

const sourceSchema = Type.Object({
  file: Type.Union([text, Type.Null()]),
  url: Type.Union([text, Type.Null()]),
  images: Type.Union([text, Type.Null()]),
  schedule: Type.Union([text, Type.Null()]),
  auth: Type.Union([
    Type.Object({ kind: Type.Literal('basic'), user: text, password: text }),
    Type.Object({ kind: Type.Literal('header'), name: text, value: text }),
    Type.Null(),
  ]),
});

const fieldSchema = Type.Object({
  name,
  displayName: Type.Optional(text),
  from: Type.Optional(text),
  scale: Type.Optional(Type.Number()),
  template: Type.Optional(text),
  type: Type.Optional(Type.Enum([...fieldTypes])),
  facetable: Type.Optional(Type.Boolean()),
  sortable: Type.Optional(Type.Boolean()),
  searchable: Type.Optional(Type.Boolean()),
  order: Type.Optional(Type.Number()),
});

const learningSchema = Type.Object({
  retentionDays: Type.Optional(count),
  halfLifeDays: Type.Optional(count),
  shoppersAtLeast: Type.Optional(count),
  blockedWords: Type.Optional(Type.Array(text)),
  everyMinutes: Type.Optional(count),
});

export const datasetSchema = Type.Object({
  ...commonProperties,
  kind: Type.Enum([...datasetKinds]),
  source: Type.Union([sourceSchema, Type.Null()]),
  fields: Type.Array(fieldSchema),
  productsId: Type.Union([id, Type.Null()]),
  model: Type.Union([text, Type.Null()]),
  imagesUrl: Type.Optional(text),
  learnFrom: Type.Optional(Type.Array(Type.Object({ field: name, weight: Type.Number({ minimum: 0 }) }))),
  learning: Type.Optional(learningSchema),
});

export const campaignSchema = Type.Object({
  ruleId: int32(1),
  websiteId: id,
  name,
  boxId: Type.Union([id, Type.Null()]),
  state: Type.Enum([...campaignStates]),
  priority: Type.Number(),
  when: conditionSchema,
  schedule: Type.Object({
    from: Type.Union([text, Type.Null()]),
    until: Type.Union([text, Type.Null()]),
    weekdays: Type.Array(Type.Integer({ minimum: 1, maximum: 7 })),
  }),
  share: Type.Number({ minimum: 0, maximum: 1 }),
  effect: effectSchema,
});

export const subscriptionSchema = Type.Object({
  id,
  websiteId: id,
  name,
  kind: Type.Enum([...keyKinds]),
  state: Type.Enum([...subscriptionStates]),
  rate,
  addressRate: rate,
  operations: Type.Array(Type.Enum([...operationNames])),
  quota: Type.Union([Type.Object({ calls: count, per: Type.Enum([...quotaPeriods]) }), Type.Null()]),
  boxIds: Type.Array(id),
  origins: Type.Array(text),
});

export const roleSchema = Type.Enum([...roles]);

export const emailSchema = Type.String({
  pattern: '^[^@\\s\\x00-\\x1f]+@[^@\\s\\x00-\\x1f]+$',
  maxLength: 254,
});
