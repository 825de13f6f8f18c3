import { Type } from 'typebox';
import { route } from '../contract/route.ts';
import { ImportSummary } from '../imports/schema.ts';
import { Applied, ApplyQuery, Declaration, WebsiteDeclaration, WebsiteSummary } from './schema.ts';

export const websiteRoutes = [
  route('listWebsites', 'GET', '/admin/websites', 'operator', {
    summary:
      'The websites of the operator. For an administrator all of them; those without a role have to be entered.',
    response: Type.Array(WebsiteSummary),
  }),
  route('createWebsite', 'POST', '/admin/websites', 'administrator', {
    summary: 'Create a website. The caller becomes its owner.',
    body: WebsiteDeclaration,
    isDeclaration: true,
    response: WebsiteDeclaration,
    status: 201,
  }),
  route('getWebsite', 'GET', '/admin/websites/{website}', 'viewer', {
    summary: 'The settings of a website.',
    response: WebsiteDeclaration,
  }),
  route('updateWebsite', 'PUT', '/admin/websites/{website}', 'owner', {
    summary: 'Change the settings of a website. Its name stays.',
    body: WebsiteDeclaration,
    isDeclaration: true,
    response: WebsiteDeclaration,
  }),
  route('removeWebsite', 'DELETE', '/admin/websites/{website}', 'owner-or-administrator', {
    summary: 'Remove a website with everything it owns.',
    response: null,
  }),
  route('getDeclaration', 'GET', '/admin/websites/{website}/declaration', 'viewer', {
    summary: 'The whole website as `kindred apply` reads it, without secrets.',
    response: Declaration,
  }),
  route('applyDeclaration', 'PUT', '/admin/websites/{website}/declaration', 'owner', {
    summary: 'Apply a declaration: all of it or nothing.',
    query: ApplyQuery,
    body: Declaration,
    isDeclaration: true,
    response: Applied,
  }),
  route('importSample', 'POST', '/admin/websites/{website}/sample', 'owner', {
    summary: 'Import the demo catalogue into this website, with boxes to try it.',
    response: ImportSummary,
    status: 202,
  }),
] as const;
