import { Type } from 'typebox';
import { route } from '../contract/route.ts';
import { ImportSummary } from '../imports/schema.ts';
import { Applied, ApplyQuery, Declaration, WebsiteDeclaration, WebsiteSummary } from './schema.ts';

export const websiteRoutes = [
  route({
    id: 'listWebsites',
    method: 'GET',
    path: '/admin/websites',
    access: 'operator',
    summary:
      'The websites of the operator. For an administrator all of them; those without a role have to be entered.',
    response: Type.Array(WebsiteSummary),
  }),
  route({
    id: 'createWebsite',
    method: 'POST',
    path: '/admin/websites',
    access: 'administrator',
    summary: 'Create a website. The caller becomes its owner.',
    body: WebsiteDeclaration,
    isDeclaration: true,
    response: WebsiteDeclaration,
    status: 201,
  }),
  route({
    id: 'getWebsite',
    method: 'GET',
    path: '/admin/websites/{website}',
    access: 'viewer',
    summary: 'The settings of a website.',
    response: WebsiteDeclaration,
  }),
  route({
    id: 'updateWebsite',
    method: 'PUT',
    path: '/admin/websites/{website}',
    access: 'owner',
    summary: 'Change the settings of a website. Its name stays.',
    body: WebsiteDeclaration,
    isDeclaration: true,
    response: WebsiteDeclaration,
  }),
  route({
    id: 'removeWebsite',
    method: 'DELETE',
    path: '/admin/websites/{website}',
    access: 'owner-or-administrator',
    summary: 'Remove a website with everything it owns.',
    response: null,
  }),
  route({
    id: 'getDeclaration',
    method: 'GET',
    path: '/admin/websites/{website}/declaration',
    access: 'viewer',
    summary: 'The whole website as `kindred apply` reads it, without secrets.',
    response: Declaration,
  }),
  route({
    id: 'applyDeclaration',
    method: 'PUT',
    path: '/admin/websites/{website}/declaration',
    access: 'owner',
    summary: 'Apply a declaration: all of it or nothing.',
    query: ApplyQuery,
    body: Declaration,
    isDeclaration: true,
    response: Applied,
  }),
  route({
    id: 'importSample',
    method: 'POST',
    path: '/admin/websites/{website}/sample',
    access: 'owner',
    summary: 'Import the demo catalogue into this website, with boxes to try it.',
    response: ImportSummary,
    status: 202,
  }),
] as const;
