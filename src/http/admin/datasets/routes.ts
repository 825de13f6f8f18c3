import { Type } from 'typebox';
import { route } from '../contract/route.ts';
import { WithheldReport } from '../../../learning/keywords/withheld.ts';
import { Dataset, DatasetDeclaration, FeedAddress, FieldInUse, Inspection, Version } from './schema.ts';

const datasets = '/admin/websites/{website}/datasets';
const dataset = `${datasets}/{dataset}` as const;

export const datasetRoutes = [
  route({
    id: 'listDatasets',
    method: 'GET',
    path: datasets,
    access: 'viewer',
    summary: 'The datasets of the website.',
    response: Type.Array(Dataset),
  }),
  route({
    id: 'createDataset',
    method: 'POST',
    path: datasets,
    access: 'owner',
    summary: 'Create a dataset. Nothing is imported yet.',
    body: DatasetDeclaration,
    isDeclaration: true,
    response: Dataset,
    status: 201,
  }),
  route({
    id: 'getDataset',
    method: 'GET',
    path: dataset,
    access: 'viewer',
    summary: 'One dataset.',
    response: Dataset,
  }),
  route({
    id: 'updateDataset',
    method: 'PUT',
    path: dataset,
    access: 'owner',
    summary: 'Change a dataset: its source, its mapping. Its name and kind stay.',
    body: DatasetDeclaration,
    isDeclaration: true,
    response: Dataset,
  }),
  route({
    id: 'removeDataset',
    method: 'DELETE',
    path: dataset,
    access: 'owner',
    summary: 'Remove a dataset that no box uses.',
    response: null,
  }),
  route({
    id: 'listFields',
    method: 'GET',
    path: `${dataset}/fields`,
    access: 'viewer',
    summary: 'The fields of the live version, with examples.',
    response: Type.Array(FieldInUse),
  }),
  route({
    id: 'inspectFeed',
    method: 'POST',
    path: `${dataset}/inspect`,
    access: 'merchandiser',
    summary: 'Inspect a feed and propose a mapping. Changes nothing.',
    body: FeedAddress,
    upload: 'feed',
    response: Inspection,
  }),
  route({
    id: 'getWithheldKeywords',
    method: 'GET',
    path: `${dataset}/withheld`,
    access: 'viewer',
    summary: 'Keywords of the last build that are not suggested because they are unsafe, with the reason.',
    response: WithheldReport,
  }),
  route({
    id: 'listVersions',
    method: 'GET',
    path: `${dataset}/versions`,
    access: 'viewer',
    summary: 'Published versions, newest first.',
    response: Type.Array(Version),
  }),
  route({
    id: 'makeVersionLive',
    method: 'POST',
    path: `${dataset}/versions/{version}/live`,
    access: 'merchandiser',
    summary: 'Make this version live; also used to roll back.',
    response: Version,
  }),
  route({
    id: 'discardVersion',
    method: 'DELETE',
    path: `${dataset}/versions/{version}`,
    access: 'owner',
    summary: 'Delete a version that is not live.',
    response: null,
  }),
] as const;
