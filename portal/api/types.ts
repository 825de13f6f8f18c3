import type { DeclaredBox, DeclaredRelatedBox, DeclaredSearchBox } from '../../src/declare/box-schema.ts';
import type { Sent } from '../../src/http/admin/contract/route.ts';
import type { AdminRoute } from '../../src/http/admin/contract/table.ts';

/*
 * What the admin API speaks, taken from its own route table: types only, nothing of the service is shipped.
 * A field that is renamed there is a fault of the compiler here.
 */

type RouteOf<Id extends AdminRoute['id']> = Extract<AdminRoute, { readonly id: Id }>;

/** What a route answers. */
export type Answer<Id extends AdminRoute['id']> = Sent<RouteOf<Id>['response']>;

/** What a route is sent. */
export type Body<Id extends AdminRoute['id']> =
  RouteOf<Id> extends { readonly body: infer B } ? Sent<B> : undefined;

export type Session = Answer<'getSession'>;
export type Invitation = Answer<'getInvitation'>;
export type Dataset = Answer<'getDataset'>;
export type DatasetDeclaration = Dataset['declaration'];
export type LiveChange = Answer<'listLiveChanges'>['changes'][number];
export type Version = Answer<'listVersions'>[number];
export type FieldInUse = Answer<'listFields'>[number];
export type Inspection = Answer<'inspectFeed'>;
export type ImportSummary = Answer<'getImport'>;
export type ImportState = ImportSummary['state'];
export type ImportProgress = Answer<'followImport'>;
export type FaultPage = Answer<'listImportFaults'>;
export type ImportDiff = Answer<'getImportDiff'>;
export type Box = Omit<Answer<'getBox'>, 'declaration'> & { readonly declaration: BoxDeclaration };
export type BoxDeclaration = DeclaredBox;
export type SearchBoxDeclaration = DeclaredSearchBox;
export type RelatedBoxDeclaration = DeclaredRelatedBox;
export type CurationEntry = Answer<'getCuration'>[number];
export type Campaign = Answer<'getCampaign'>;
export type CampaignDeclaration = Campaign['declaration'];
export type Subscription = Answer<'getSubscription'>;
export type IssuedKeys = Answer<'revealKeys'>;
export type Member = Answer<'listMembers'>[number];
export type AuditEntry = Answer<'listAudit'>['entries'][number];
export type Analytics = Answer<'getAnalytics'>;
export type Period = NonNullable<Analytics['period']>;
export type SystemState = Answer<'getSystem'>;

export type PreviewRequest = Omit<Body<'previewBox'>, 'settings'> & {
  readonly settings?: Partial<Omit<SearchBoxDeclaration, 'kind' | 'name' | 'dataset'>>;
};
