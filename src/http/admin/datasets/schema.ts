import { Type } from 'typebox';
import { textLengthLimits } from '../../../domain/configuration-limits.ts';
import { webAddressPattern } from '../../../domain/web-address.ts';
import { fieldTypes } from '../../../domain/choices.ts';
import { datasetDeclaration } from '../../../contract/dataset.ts';
import { Nullable, NullableText, StringEnum } from '../../schema/schema-helpers.ts';
import { ClosedComponent, Component, Count, Instant, Titled } from '../contract/field-schemas.ts';
import type { SchemaValue } from '../contract/route.ts';
import { PictureFaultGroup } from '../pictures/schema.ts';
import { ImportSummary } from '../imports/schema.ts';

export const DatasetDeclaration = Titled('DatasetDeclaration', datasetDeclaration);

export const Version = Component('Version', {
  version: Type.String(),
  size: Count('Rows, or patterns of a keyword dataset.'),
  live: Type.Boolean(),
  builtAt: Instant(),
  bytes: Count(),
});

const Counts = Component('DatasetCounts', {
  version: Type.String({
    description:
      'The version that is loaded and counted. For about a second after a publish it is the one before `live`.',
  }),
  products: Count('Products; variants of one product count once.'),
  variants: Count('Rows.'),
  withPicture: Nullable(Count()),
  withoutPicture: Nullable(Count()),
});

const LooksDecision = Component(
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
    colour: Type.Number({ description: 'How much of the weight of colour is kept, 0 to 1.' }),
    before: Nullable(Type.Number({ description: 'Precision at 10 of held-out products before learning.' })),
    now: Nullable(Type.Number({ description: 'The same with what was decided.' })),
  },
  { description: 'What was learnt when the live version was built.' },
);

export const Dataset = Component(
  'Dataset',
  {
    declaration: DatasetDeclaration,
    tracker: Type.String(),
    live: Nullable(Version),
    waiting: Nullable(ImportSummary),
    counts: Nullable(Counts),
    pictures: Component('DatasetPictures', {
      uploaded: Count('Pictures that were added as a ZIP file.'),
      faults: Type.Array(PictureFaultGroup, {
        description: 'Why products of the live version had no picture when it was built.',
      }),
      looks: Nullable(LooksDecision),
    }),
  },
  { description: '`counts` is null where no catalogue is live.' },
);

const fieldParts = {
  name: Type.String(),
  displayName: Type.String(),
  from: Type.String({ description: 'Column or attribute of the feed.' }),
  scale: Type.Optional(Type.Number()),
  template: Type.Optional(Type.String()),
  type: StringEnum(fieldTypes),
  facetable: Type.Boolean(),
  sortable: Type.Boolean(),
  searchable: Type.Boolean(),
  order: Type.Number(),
};

const Field = Component('Field', fieldParts);

export const FieldInUse = Component('FieldInUse', { ...fieldParts, examples: Type.Array(Type.String()) });

export const FeedAddress = ClosedComponent(
  'FeedAddress',
  {
    url: Type.Optional(
      Type.String({
        pattern: webAddressPattern,
        maxLength: textLengthLimits.url,
        description: 'Address of the feed.',
      }),
    ),
  },
  {
    description:
      'Left out: the source of the dataset. A feed on the reader’s own machine is uploaded instead.',
  },
);

export const Inspection = Component('Inspection', {
  format: Type.String(),
  encoding: NullableText(),
  fields: Type.Array(Field),
  examples: Type.Array(Type.Record(Type.String(), Type.Unknown()), { description: 'The first rows.' }),
  faults: Type.Array(Type.Object({ line: Count(), reason: Type.String() })),
});

export type WireDataset = SchemaValue<typeof Dataset>;
export type WireVersion = SchemaValue<typeof Version>;
