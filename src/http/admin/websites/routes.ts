import { Type } from 'typebox';
import { blockedWords } from '../../../contract/dataset.ts';
import { uniqueName } from '../../../contract/schema-parts.ts';
import { declarationSchema } from '../../../declare/schema/declaration-schema.ts';
import { Nullable } from '../../schema/schema-helpers.ts';
import { ClosedComponent, Component, Titled } from '../contract/field-schemas.ts';
import { route } from '../contract/route.ts';
import { Applied } from './applied.ts';
import { ImportSummary } from '../imports/routes.ts';
import { EnteredUntil, Role } from '../session/routes.ts';

const Declaration = Titled('Declaration', declarationSchema);
const WebsiteDeclaration = Titled('WebsiteDeclaration', declarationSchema.properties.website);

const { synonyms, redirects } = declarationSchema.properties.website.properties;

const Vocabulary = ClosedComponent('Vocabulary', {
  synonyms,
  redirects,
  blocked: Type.Optional(
    Type.Object({ dataset: uniqueName('dataset'), words: blockedWords }, { description: 'Of search terms.' }),
  ),
});

const WebsiteSummary = Component('WebsiteSummary', {
  name: Type.String(),
  displayName: Type.String(),
  role: Nullable(Role),
  enteredUntil: EnteredUntil,
});

const ApplyQuery = Type.Object({
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
  route('updateVocabulary', 'PUT', '/admin/websites/{website}/vocabulary', 'merchandiser', {
    summary: 'Change words of a website: what is left out stays.',
    body: Vocabulary,
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
