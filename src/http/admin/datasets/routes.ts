import { Type } from 'typebox';
import { datasetDeclaration } from '../../../contract/dataset.ts';
import { fieldTypes } from '../../../domain/settings/choices.ts';
import { textLengthLimits, webAddressPattern } from '../../../domain/settings/limits.ts';
import { WithheldReport } from '../../../learning/keywords/withheld.ts';
import { Nullable, NullableText, StringEnum } from '../../schema/schema-helpers.ts';
import { ClosedComponent, Component, Count, Instant, Titled } from '../contract/field-schemas.ts';
import { LooksDecision } from '../contract/looks-decision.ts';
import { route, type SchemaValue } from '../contract/route.ts';
import { ImportSummary, PictureFaultGroup } from '../imports/routes.ts';

export const DatasetDeclaration = Titled('DatasetDeclaration', datasetDeclaration);

const Version = Component('Version', {
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

const Dataset = Component(
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

const FeedAddress = ClosedComponent(
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

const Inspection = Component('Inspection', {
  format: Type.String(),
  encoding: NullableText(),
  fields: Type.Array(Field),
  examples: Type.Array(Type.Record(Type.String(), Type.Unknown()), { description: 'The first rows.' }),
  faults: Type.Array(Type.Object({ line: Count(), reason: Type.String() })),
});

export type WireDataset = SchemaValue<typeof Dataset>;
export type WireVersion = SchemaValue<typeof Version>;

const datasets = '/admin/websites/{website}/datasets';
const dataset = `${datasets}/{dataset}` as const;

export const datasetRoutes = [
  route('listDatasets', 'GET', datasets, 'viewer', {
    summary: 'The datasets of the website.',
    response: Type.Array(Dataset),
  }),
  route('createDataset', 'POST', datasets, 'owner', {
    summary: 'Create a dataset. Nothing is imported yet.',
    body: DatasetDeclaration,
    isDeclaration: true,
    response: Dataset,
    status: 201,
  }),
  route('getDataset', 'GET', dataset, 'viewer', { summary: 'One dataset.', response: Dataset }),
  route('updateDataset', 'PUT', dataset, 'owner', {
    summary: 'Change a dataset: its source, its mapping. Its name and kind stay.',
    body: DatasetDeclaration,
    isDeclaration: true,
    response: Dataset,
  }),
  route('removeDataset', 'DELETE', dataset, 'owner', {
    summary: 'Remove a dataset that no box uses.',
    response: null,
  }),
  route('listFields', 'GET', `${dataset}/fields`, 'viewer', {
    summary: 'The fields of the live version, with examples.',
    response: Type.Array(FieldInUse),
  }),
  route('inspectFeed', 'POST', `${dataset}/inspect`, 'merchandiser', {
    summary: 'Inspect a feed and propose a mapping. Changes nothing.',
    body: FeedAddress,
    upload: 'feed',
    response: Inspection,
  }),
  route('getWithheldKeywords', 'GET', `${dataset}/withheld`, 'viewer', {
    summary: 'Keywords of the last build that are not suggested because they are unsafe, with the reason.',
    response: WithheldReport,
  }),
  route('listVersions', 'GET', `${dataset}/versions`, 'viewer', {
    summary: 'Published versions, newest first.',
    response: Type.Array(Version),
  }),
  route('makeVersionLive', 'POST', `${dataset}/versions/{version}/live`, 'merchandiser', {
    summary: 'Make this version live; also used to roll back.',
    response: Version,
  }),
  route('discardVersion', 'DELETE', `${dataset}/versions/{version}`, 'owner', {
    summary: 'Delete a version that is not live.',
    response: null,
  }),
] as const;
