import type * as Transformers from '@huggingface/transformers';
import { Fault } from '../../errors.ts';
import type { OutboundFetch } from '../http/http-embedder.ts';
import { createHubFetch } from './hub-fetch.ts';

/** The part of the hub's library that is used here. */
export type HubLibrary = Pick<
  typeof Transformers,
  'AutoConfig' | 'AutoImageProcessor' | 'AutoModel' | 'AutoModelForImageFeatureExtraction' | 'RawImage'
>;

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
 * Loads the library, which happens only when a dataset names a model of the hub. Its settings are one object for
 * the whole process, so they are set on each call. It may use only files under `folder`.
 */
export const loadLibrary = async (folder: string, connection: HubConnection | null): Promise<HubLibrary> => {
  const library = await import('@huggingface/transformers').catch((cause: unknown) => {
    throw missingLibrary(cause);
  });
  const { env, LogLevel } = library;
  env.cacheDir = folder;
  env.useFSCache = true;
  // Local files only without a connection; otherwise they would take precedence over the hub's files.
  env.allowLocalModels = connection === null;
  env.localModelPath = folder;
  env.allowRemoteModels = connection !== null;
  env.logLevel = LogLevel.NONE;
  if (connection !== null) {
    env.remoteHost = `${connection.url}/`;
    env.fetch = createHubFetch(connection.fetch);
  }
  return library;
};
