import type {
  DeclaredBox,
  DeclaredRelatedBox,
  DeclaredSearchBox,
} from '../../src/declare/schema/box-schema.ts';
import type { SchemaValue } from '../../src/http/admin/contract/route.ts';
import type { AdminRoute } from '../../src/http/admin/contract/route-table.ts';

/*
 * Types of the admin API, taken from its route table. Only types are imported, so no server code is bundled.
 * A field that is renamed there is a compile error here.
 */

type RouteById<Id extends AdminRoute['id']> = Extract<AdminRoute, { readonly id: Id }>;

/** Response body of a route. */
export type ResponseBody<Id extends AdminRoute['id']> = SchemaValue<RouteById<Id>['response']>;

/** Request body of a route. */
export type RequestBody<Id extends AdminRoute['id']> =
  RouteById<Id> extends { readonly body: infer B } ? SchemaValue<B> : undefined;

export type Session = ResponseBody<'getSession'>;
export type Invitation = ResponseBody<'getInvitation'>;
export type Dataset = ResponseBody<'getDataset'>;
export type DatasetDeclaration = Dataset['declaration'];
export type LiveChange = ResponseBody<'listLiveChanges'>['changes'][number];
export type Version = ResponseBody<'listVersions'>[number];
export type DatasetField = ResponseBody<'listFields'>[number];
export type Inspection = ResponseBody<'inspectFeed'>;
export type ImportSummary = ResponseBody<'getImport'>;
export type ImportState = ImportSummary['state'];
export type ImportProgress = ResponseBody<'followImport'>;
export type FaultPage = ResponseBody<'listImportFaults'>;
export type ImportDiff = ResponseBody<'getImportDiff'>;
export type Box = Omit<ResponseBody<'getBox'>, 'declaration'> & { readonly declaration: BoxDeclaration };
export type BoxDeclaration = DeclaredBox;
export type SearchBoxDeclaration = DeclaredSearchBox;
export type RelatedBoxDeclaration = DeclaredRelatedBox;
export type CurationEntry = ResponseBody<'getCuration'>[number];
export type Campaign = ResponseBody<'getCampaign'>;
export type CampaignDeclaration = Campaign['declaration'];
export type Subscription = ResponseBody<'getSubscription'>;
export type IssuedKeys = ResponseBody<'revealKeys'>;
export type Member = ResponseBody<'listMembers'>[number];
export type AuditEntry = ResponseBody<'listAudit'>['entries'][number];
export type Analytics = ResponseBody<'getAnalytics'>;
export type Period = NonNullable<Analytics['period']>;
export type SystemState = ResponseBody<'getSystem'>;

export type PreviewRequest = Omit<RequestBody<'previewBox'>, 'settings'> & {
  readonly settings?: Partial<Omit<SearchBoxDeclaration, 'kind' | 'name' | 'dataset'>>;
};
