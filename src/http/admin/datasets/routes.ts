import { Type } from 'typebox';
import { route } from '../contract/route.ts';
import { WithheldReport } from '../../../learning/keywords/withheld.ts';
import { Dataset, DatasetDeclaration, FeedAddress, FieldInUse, Inspection, Version } from './schema.ts';

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
