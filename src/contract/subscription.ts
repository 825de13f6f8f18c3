import { Type } from 'typebox';
import { keyKinds, operationNames, quotaPeriods, subscriptionStates } from '../domain/settings/choices.ts';
import { configurationLimits as limits, textLengthLimits } from '../domain/settings/limits.ts';
import {
  asStored,
  closedObject,
  id,
  nullable,
  positiveInteger,
  storedName,
  stringList,
  uniqueName,
  type ValueOf,
} from './schema-parts.ts';

/* A subscription in its two forms, as a box has them. */

const existingKey = (slot: string) =>
  Type.String({
    pattern: '^[0-9a-fA-F]{32}$',
    maxLength: 32,
    description: `The ${slot} key: exactly 32 hex digits.`,
  });

const rate = (description: string) =>
  closedObject(description, {
    calls: positiveInteger('Calls at most …'),
    perSeconds: positiveInteger('… in any stretch of so many seconds.', limits.rateWindowSeconds),
  });

const quota = closedObject('Quota; left out: none.', {
  // Not sent to callers, and a month may have more than two thousand million calls.
  calls: positiveInteger('Calls at most …', Number.MAX_SAFE_INTEGER),
  per: Type.Enum([...quotaPeriods], { description: '… in a calendar period, in UTC.' }),
});

export const subscriptionDeclaration = closedObject('Two keys with their limits.', {
  name: uniqueName('subscription'),
  kind: Type.Enum([...keyKinds], {
    description: 'For servers, for browsers, or for sending products and feeds.',
  }),
  rate: Type.Optional(rate('Rate limit; left out: none.')),
  addressRate: Type.Optional(
    rate('Rate limit of each calling address, for publishable keys; left out: none of its own.'),
  ),
  quota: Type.Optional(quota),
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
    closedObject('Keys that the shop already has; left out: new ones are made once.', {
      primary: existingKey('primary'),
      secondary: existingKey('secondary'),
    }),
  ),
});

export type DeclaredSubscription = ValueOf<typeof subscriptionDeclaration>;

const storedRate = nullable(asStored(rate('')));

export const storedSubscription = Type.Object({
  id,
  websiteId: id,
  name: storedName,
  kind: Type.Enum([...keyKinds]),
  state: Type.Enum([...subscriptionStates]),
  rate: storedRate,
  quota: nullable(asStored(quota)),
  /** Limit per client IP address, in addition to `rate`. Only for publishable keys. */
  addressRate: storedRate,
  operations: Type.Array(Type.Enum([...operationNames]), { description: 'Empty: all.' }),
  /** Empty: all boxes of its website. */
  boxIds: Type.Array(id),
  /** Origins a publishable key may be used from; empty: any. */
  origins: Type.Array(Type.String()),
});

export type Subscription = ValueOf<typeof storedSubscription>;
