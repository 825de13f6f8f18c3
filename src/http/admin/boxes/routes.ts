import { Type } from 'typebox';
import { route } from '../contract/route.ts';
import { Box, BoxDeclaration, Curation, PreviewAnswer, PreviewRequest } from './schema.ts';

const boxes = '/admin/websites/{website}/boxes';
const box = `${boxes}/{box}` as const;

export const boxRoutes = [
  route({
    id: 'listBoxes',
    method: 'GET',
    path: boxes,
    access: 'viewer',
    summary: 'The boxes of the website.',
    response: Type.Array(Box),
  }),
  route({
    id: 'createBox',
    method: 'POST',
    path: boxes,
    access: 'owner',
    summary: 'Create a box.',
    body: BoxDeclaration,
    isDeclaration: true,
    response: Box,
    status: 201,
  }),
  route({
    id: 'getBox',
    method: 'GET',
    path: box,
    access: 'viewer',
    summary: 'One box.',
    response: Box,
  }),
  route({
    id: 'updateBox',
    method: 'PUT',
    path: box,
    access: 'merchandiser',
    summary: 'Change the settings of a box. Its name, kind and tracker stay.',
    body: BoxDeclaration,
    isDeclaration: true,
    response: Box,
  }),
  route({
    id: 'removeBox',
    method: 'DELETE',
    path: box,
    access: 'owner',
    summary: 'Remove a box. Its tracker is never used again.',
    response: null,
  }),
  route({
    id: 'previewBox',
    method: 'POST',
    path: `${box}/preview`,
    access: 'viewer',
    summary: 'Run the operation of the box, with settings, drafts and a date to try out. Changes nothing.',
    body: PreviewRequest,
    response: PreviewAnswer,
  }),
  route({
    id: 'getCuration',
    method: 'GET',
    path: `${box}/curation`,
    access: 'viewer',
    summary: 'What operators add to and hide from the suggestions of a related box.',
    response: Curation,
  }),
  route({
    id: 'putCuration',
    method: 'PUT',
    path: `${box}/curation`,
    access: 'merchandiser',
    summary: 'Replace the curation of a related box.',
    body: Curation,
    response: Curation,
  }),
] as const;
