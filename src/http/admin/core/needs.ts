import type { Logger } from 'pino';
import type { Alerts } from '../../../alerts/alerts.ts';
import type { Analytics } from '../../../analytics/analytics.ts';
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
import type { Store } from '../../../store/store.ts';
import type { PhotoSearchNeeds } from '../../photo-search/routes.ts';
import type { SchemaValue } from '../contract/route.ts';
import type { LooksDecision } from '../contract/looks-decision.ts';
import type { Declarations, LargeDeclarations } from './declarations.ts';
import type { ImportService } from './import-service.ts';

/** `square`: padded with white, for products. `whole`: in its own shape, for banners. */
export type PictureShape = 'square' | 'whole';

/** A thumbnail of an image; null when the image is missing or unusable. */
export type Thumbnail = (
  dataset: Dataset,
  image: string,
  shape: PictureShape,
  signal: AbortSignal,
) => Promise<Uint8Array | null>;

/** What the rooms of the admin API share. */
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

/** What the service hands over beside them. */
export type AdminContext = {
  readonly now: () => number;
  readonly publicUrl: string | null;
  readonly logger: Logger;
};

/** What every handler gets; each takes from it what it uses. */
export type HandlerNeeds = SharedNeeds & AdminContext & { readonly declarations: Declarations };
