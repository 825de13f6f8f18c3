import { Type } from 'typebox';
import { Nullable, NullableText } from '../../schema/schema-helpers.ts';
import { Component, Count } from './field-schemas.ts';

export const LooksDecision = Component(
  'LooksDecision',
  {
    learnt: Type.Boolean({ description: 'False: pictures are compared as the model sees them.' }),
    field: NullableText('The field that says what belongs together.'),
    fields: Type.Array(Component('LearntField', { field: Type.String(), weight: Type.Number() }), {
      description: 'All fields that were learnt from, with their weights; that one first.',
    }),
    pictures: Count('Pictures that were learnt from.'),
    mix: Type.Number({ description: 'Share of the learnt map, 0 to 1.' }),
    words: Type.Number({ description: 'Weight of the words of the title beside looks (1).' }),
    colour: Type.Number({ description: 'How many times a box’s weight of colour counts.' }),
    before: Nullable(Type.Number({ description: 'Precision at 10 of held-out products before learning.' })),
    now: Nullable(Type.Number({ description: 'The same with what was decided.' })),
    newLabels: Nullable(
      Component(
        'NewLabels',
        { share: Type.Number(), before: Type.Number(), now: Type.Number() },
        { description: 'Share of new pictures whose value of the field is new, and the precision of those.' },
      ),
    ),
    minimumScore: Nullable(
      Type.Number({
        description: 'From this score on half of the look-alikes of held-out products are right.',
      }),
    ),
  },
  { description: 'What was learnt when the live version was built.' },
);
