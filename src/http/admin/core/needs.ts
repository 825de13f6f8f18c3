import type { Logger } from 'pino';
import type { Alerts } from '../../../alerts/open-alerts.ts';
import type { Analytics } from '../../../analytics/read-analytics.ts';
import type { Dataset } from '../../../domain/dataset.ts';
import type { Engine } from '../../../engine/engine.ts';
import type { UploadedPictures } from '../../../ingest/pictures/uploaded-pictures.ts';
import type { WithheldReport } from '../../../learning/keywords/withheld.ts';
import type { Usage } from '../../../limits/limiter.ts';
import type { FindProductCampaigns } from '../../../operations/campaigns/product-campaigns.ts';
import type { ReviewCampaign } from '../../../operations/campaigns/review-campaign.ts';
import type { FindAppearances } from '../../../operations/find-appearances.ts';
import type { ImageSearch } from '../../../operations/image-search.ts';
import type { RelatedKeywords } from '../../../operations/related-keywords.ts';
import type { Actor, Store } from '../../../store/store.ts';
import type { PhotoSearchNeeds } from '../../photo-search/routes.ts';
import type { SchemaValue } from '../contract/route.ts';
import type { LooksDecision } from '../contract/looks-decision.ts';
import type { Declarations, LargeDeclarations } from './declarations.ts';
import type { DatasetRef, ImportOrder } from '../../../domain/import-order.ts';
import type { Website } from '../../../domain/website.ts';
import type { ImportJobs } from '../../../imports/import-jobs.ts';
import type { ImportJob } from '../../../imports/job.ts';
import type { FeedInspection } from '../../../ingest/inspect-file.ts';

/**
 * The imports as the admin API uses them. `dataset` belongs to the website of the call; ids of imports of other
 * datasets are unknown. One import of a dataset runs at a time: starting another is a `conflict`.
 */
export type ImportService = Pick<ImportJobs, 'list' | 'get' | 'follow' | 'faults' | 'diff'> & {
  /** `upload` is the path of a temporary file to read instead of the source; it moves into the import. */
  start(
    ref: DatasetRef,
    actor: Actor,
    order: Partial<ImportOrder>,
    upload: string | null,
  ): Promise<ImportJob>;
  /** Imports the demo catalogue and creates a dataset and boxes for it. */
  startSample(website: Website, actor: Actor): Promise<ImportJob>;
  cancel(dataset: Dataset, id: string, actor: Actor): Promise<void>;
  approve(dataset: Dataset, id: string, actor: Actor): Promise<ImportJob>;
  /** Reads the beginning of a feed: a file, a URL, or (both null) the dataset's own source. */
  inspect(
    dataset: Dataset,
    feed: { readonly file: string | null; readonly url: string | null },
    signal: AbortSignal,
  ): Promise<FeedInspection>;
};

/** `square`: padded with white, for products. `whole`: in its own shape, for banners. */
export type PictureShape = 'square' | 'whole';

/** A thumbnail of an image; null when the image is missing or unusable. */
export type Thumbnail = (
  dataset: Dataset,
  image: string,
  shape: PictureShape,
  signal: AbortSignal,
) => Promise<Uint8Array | null>;

export type SharedNeeds = {
  readonly store: Store;
  /** Other machines can reach the service, as far as its settings tell. */
  readonly isReachable: boolean;
  readonly largeDeclarations: LargeDeclarations;
  readonly engine: Pick<Engine, 'products' | 'product' | 'changes' | 'versions' | 'makeLive' | 'discard'>;
  /** The image search with a clock of the caller's choice (milliseconds since 1970), for previews at another time. */
  readonly imageSearchAt: (now: () => number) => ImageSearch;
  /** Embeds a photo to try out. */
  readonly readPhoto: PhotoSearchNeeds['readPhoto'];
  readonly relatedKeywords: RelatedKeywords;
  readonly reviewCampaign: ReviewCampaign;
  readonly findProductCampaigns: FindProductCampaigns;
  readonly findAppearances: FindAppearances;
  readonly imports: ImportService;
  /** Keywords of a dataset that are not suggested because they are unsafe. */
  readonly withheldKeywords: (dataset: string) => Promise<WithheldReport>;
  /** What was learnt from the pictures of a version; null when nothing was decided. */
  readonly looksOf: (dataset: string, version: string) => Promise<SchemaValue<typeof LooksDecision> | null>;
  readonly usage: Usage;
  readonly analytics: Analytics;
  readonly alerts: Alerts;
  readonly thumbnail: Thumbnail;
  readonly pictures: UploadedPictures;
  /** Folder for uploads until they have been read. */
  readonly uploadFolder: string;
  /** Throws while that folder is away. */
  readonly checkUploads?: () => Promise<void>;
};

export type AdminContext = {
  readonly now: () => number;
  readonly publicUrl: string | null;
  readonly logger: Logger;
};

export type HandlerNeeds = SharedNeeds & AdminContext & { readonly declarations: Declarations };
