import { Type } from 'typebox';
import { route } from '../contract/route.ts';
import { Box, BoxDeclaration, Curation, PreviewAnswer, PreviewRequest } from './schema.ts';

const boxes = '/admin/websites/{website}/boxes';
const box = `${boxes}/{box}` as const;

export const boxRoutes = [
  route('listBoxes', 'GET', boxes, 'viewer', {
    summary: 'The boxes of the website.',
    response: Type.Array(Box),
  }),
  route('createBox', 'POST', boxes, 'owner', {
    summary: 'Create a box.',
    body: BoxDeclaration,
    isDeclaration: true,
    response: Box,
    status: 201,
  }),
  route('getBox', 'GET', box, 'viewer', { summary: 'One box.', response: Box }),
  route('updateBox', 'PUT', box, 'merchandiser', {
    summary: 'Change the settings of a box. Its name, kind and tracker stay.',
    body: BoxDeclaration,
    isDeclaration: true,
    response: Box,
  }),
  route('removeBox', 'DELETE', box, 'owner', {
    summary: 'Remove a box. Its tracker is never used again.',
    response: null,
  }),
  route('previewBox', 'POST', `${box}/preview`, 'viewer', {
    summary: 'Run the operation of the box, with settings, drafts and a date to try out. Changes nothing.',
    body: PreviewRequest,
    response: PreviewAnswer,
  }),
  route('getCuration', 'GET', `${box}/curation`, 'viewer', {
    summary: 'What operators add to and hide from the suggestions of a related box.',
    response: Curation,
  }),
  route('putCuration', 'PUT', `${box}/curation`, 'merchandiser', {
    summary: 'Replace the curation of a related box.',
    body: Curation,
    response: Curation,
  }),
] as const;
