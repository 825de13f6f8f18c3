import type { AdminApi, AdminRouteId } from '../../src/http/admin/client-types.ts';

/*
 * Types of the admin API, taken from its route table. Only types are imported, so no server code is bundled.
 * A field that is renamed there is a compile error here.
 */

/** Response body of a route. */
export type ResponseBody<Id extends AdminRouteId> = AdminApi[Id]['answer'];

/** Request body of a route. */
export type RequestBody<Id extends AdminRouteId> = AdminApi[Id]['body'];

/** One event of a stream. */
type EventOf<Stream> = Stream extends AsyncIterable<infer Event> ? Event : never;

export type Session = ResponseBody<'getSession'>;
export type Invitation = ResponseBody<'getInvitation'>;
export type Dataset = ResponseBody<'getDataset'>;
export type DatasetDeclaration = Dataset['declaration'];
export type LiveChange = ResponseBody<'listLiveChanges'>['changes'][number];
export type ProductUse = ResponseBody<'getProductUse'>;
export type Version = ResponseBody<'listVersions'>[number];
export type DatasetField = ResponseBody<'listFields'>[number];
export type Inspection = ResponseBody<'inspectFeed'>;
export type ImportSummary = ResponseBody<'getImport'>;
export type ImportState = ImportSummary['state'];
export type ImportProgress = EventOf<ResponseBody<'followImport'>>;
export type FaultPage = ResponseBody<'listImportFaults'>;
export type ImportDiff = ResponseBody<'getImportDiff'>;
export type ReceivedPictures = ResponseBody<'addPictures'>;
export type Box = ResponseBody<'getBox'>;
export type BoxDeclaration = Box['declaration'];
export type SearchBoxDeclaration = Extract<BoxDeclaration, { readonly kind: 'search' }>;
export type RelatedBoxDeclaration = Exclude<BoxDeclaration, SearchBoxDeclaration>;
export type CurationEntry = ResponseBody<'getCuration'>[number];
export type Campaign = ResponseBody<'getCampaign'>;
export type CampaignReview = ResponseBody<'reviewCampaign'>;
export type CampaignDeclaration = Campaign['declaration'];
export type Subscription = ResponseBody<'getSubscription'>;
export type IssuedKeys = ResponseBody<'revealKeys'>;
export type Member = ResponseBody<'listMembers'>[number];
export type AuditEntry = ResponseBody<'listAudit'>['entries'][number];
export type Analytics = ResponseBody<'getAnalytics'>;
export type Period = NonNullable<Analytics['period']>;
export type AlertDelivery = ResponseBody<'testAlerts'>;
export type SystemState = ResponseBody<'getSystem'>;

export type PreviewRequest = Omit<RequestBody<'previewBox'>, 'settings'> & {
  readonly settings?: Partial<Omit<SearchBoxDeclaration, 'kind' | 'name' | 'dataset'>>;
};
