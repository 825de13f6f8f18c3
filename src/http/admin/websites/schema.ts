import { Type } from 'typebox';
import { boxKinds } from '../../../domain/box.ts';
import { declarationSchema } from '../../../declare/schema/declaration-schema.ts';
import { Int32, Nullable, StringEnum } from '../../schema/schema-helpers.ts';
import { Component, Titled } from '../contract/field-schemas.ts';
import type { SchemaValue } from '../contract/route.ts';
import { EnteredUntil, Role } from '../session/schema.ts';

export const Declaration = Titled('Declaration', declarationSchema);
export const WebsiteDeclaration = Titled('WebsiteDeclaration', declarationSchema.properties.website);

export const WebsiteSummary = Component('WebsiteSummary', {
  name: Type.String(),
  displayName: Type.String(),
  role: Nullable(Role),
  enteredUntil: EnteredUntil,
});

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

export const ApplyQuery = Type.Object({
  dryRun: Type.Optional(Type.Boolean({ description: 'Only say what would change.' })),
  prune: Type.Optional(
    Type.Boolean({ description: 'Also remove campaigns, boxes and datasets that are not declared.' }),
  ),
  confirm: Type.Optional(
    Type.String({
      maxLength: 4000,
      description: 'Names of redirects that may be published without a condition, one in each line.',
    }),
  ),
});

export type WireApplied = SchemaValue<typeof Applied>;
