import type {
  AutoConfig,
  AutoImageProcessor,
  AutoModel,
  AutoModelForImageFeatureExtraction,
  RawImage,
} from '@huggingface/transformers';
import { Fault } from '../../errors.ts';
import type { OutboundFetch } from '../http-embedder.ts';
import { createHubFetch } from './hub-fetch.ts';

/** The part of the hub's library that is used here. */
export type HubLibrary = {
  readonly AutoConfig: typeof AutoConfig;
  readonly AutoImageProcessor: typeof AutoImageProcessor;
  readonly AutoModel: typeof AutoModel;
  readonly AutoModelForImageFeatureExtraction: typeof AutoModelForImageFeatureExtraction;
  readonly RawImage: typeof RawImage;
};

export type HubConnection = {
  /** `https://huggingface.co`, or a mirror of it. */
  readonly url: string;
  readonly fetch: OutboundFetch;
};

const missingLibrary = (cause: unknown): Fault =>
  new Fault(
    'unavailable',
    'Models of the hub need the package @huggingface/transformers, which is not installed.',
    {
      nextStep: 'Run `npm install @huggingface/transformers` where Kindred is installed, then import again.',
      cause,
    },
  );

/**
 * Loaded when a model of the hub is named, and only then. The library keeps its settings in one object for the
 * whole process; they are set anew each time, and files it may use are those under `folder`.
 */
export const loadLibrary = async (folder: string, way: HubConnection | null): Promise<HubLibrary> => {
  const library = await import('@huggingface/transformers').catch((cause: unknown) => {
    throw missingLibrary(cause);
  });
  const { env, LogLevel } = library;
  env.cacheDir = folder;
  env.useFSCache = true;
  // From a folder where nothing is asked of the hub; otherwise its files would win over the hub's.
  env.allowLocalModels = way === null;
  env.localModelPath = folder;
  env.allowRemoteModels = way !== null;
  env.logLevel = LogLevel.NONE;
  if (way !== null) {
    env.remoteHost = `${way.url}/`;
    env.fetch = createHubFetch(way.fetch);
  }
  return library;
};
