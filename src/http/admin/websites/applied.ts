import { Type } from 'typebox';
import type { ApplyResult } from '../../../declare/apply/apply.ts';
import { boxKinds } from '../../../domain/box.ts';
import { Int32, StringEnum } from '../../schema/schema-helpers.ts';
import { Component } from '../contract/field-schemas.ts';
import type { SchemaValue } from '../contract/route.ts';

const Change = StringEnum(['created', 'updated', 'unchanged', 'removed']);
const Kind = StringEnum(boxKinds);
const Keys = Type.Object({ primary: Type.String(), secondary: Type.String() });
const name = Type.String();
const tracker = Type.String();

export const Applied = Component('Applied', {
  website: Type.Object({ name, change: Change, tracker }),
  datasets: Type.Array(Type.Object({ name, change: Change, tracker })),
  boxes: Type.Array(Type.Object({ name, change: Change, tracker, kind: Kind })),
  campaigns: Type.Array(Type.Object({ name, change: Change, ruleId: Int32() })),
  subscriptions: Type.Array(
    Type.Object({
      name,
      change: Change,
      keys: Type.Optional(Keys),
    }),
    { description: '`keys` only where they were made by this call.' },
  ),
});

/** Without the differences, which the command line prints. */
const presentItem = <T extends { readonly differences?: unknown }>({ differences: _, ...item }: T) => item;

export const presentApplied = (applied: ApplyResult): SchemaValue<typeof Applied> => {
  const { name, change, tracker } = applied.website;
  return {
    website: { name, change, tracker },
    datasets: applied.datasets.map(presentItem),
    boxes: applied.boxes.map(presentItem),
    campaigns: applied.campaigns.map(presentItem),
    subscriptions: applied.subscriptions.map(presentItem),
  };
};
