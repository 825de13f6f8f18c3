import { hash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { awayFault, type Objects } from './objects.ts';

export type S3Place = {
  readonly bucket: string;
  /** Before every key; empty or with a slash at its end. */
  readonly prefix: string;
  /** Of another service than AWS, or null. Buckets are named in its paths. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | null;
};

const defaults = { timeoutMs: 60_000, retries: 2 } as const;

export const openS3Objects = (place: S3Place, timeoutMs: number = defaults.timeoutMs): Objects => {
  const { bucket, prefix, endpoint, region, accessKeyId, secretAccessKey, sessionToken } = place;
  const root = endpoint === null ? `https://${bucket}.s3.${region}.amazonaws.com` : `${endpoint}/${bucket}`;
  const client = new AwsClient({
    ...{ accessKeyId, secretAccessKey, region, service: 's3', retries: defaults.retries },
    ...(sessionToken !== null && { sessionToken }),
  });
  /** Null when there is no such object. */
  const ask = async (
    method: string,
    path: string,
    body?: Uint8Array<ArrayBuffer>,
  ): Promise<Buffer | null> => {
    const signal = AbortSignal.timeout(timeoutMs);
    const sha256 = hash('sha256', body ?? '', 'hex');
    let status: number;
    let content: Buffer;
    try {
      const answer = await client.fetch(`${root}${path}`, {
        ...{ method, signal, headers: { 'x-amz-content-sha256': sha256 } },
        ...(body && { body }),
      });
      status = answer.status;
      content = Buffer.from(await answer.arrayBuffer());
    } catch (error) {
      throw awayFault(error);
    }
    if (status < 300) return content;
    const code = /<Code>(\w+)<\/Code>/.exec(content.toString('utf8'))?.[1] ?? `status ${status}`;
    if (code === 'NoSuchKey') return null;
    throw awayFault(`bucket ${bucket}: ${code}`, nextSteps[code]);
  };
  const pathOf = (key: string): string => `/${prefix}${key}`;
  return {
    put: async (key, content) => void (await ask('PUT', pathOf(key), new Uint8Array(content))),
    get: (key) => ask('GET', pathOf(key)),
    list: async (group) => {
      const keys: string[] = [];
      for (let isLast = false; !isLast; ) {
        const marker = prefix + (keys.at(-1) ?? '');
        const query = new URLSearchParams({ prefix: `${prefix}${group}/`, marker });
        const page = (await ask('GET', `?${query.toString()}`))?.toString('utf8') ?? '';
        for (const [, key = ''] of page.matchAll(/<Key>([^<]*)<\/Key>/g)) keys.push(key.slice(prefix.length));
        isLast = !page.includes('<IsTruncated>true<');
      }
      return keys;
    },
    remove: async (key) => void (await ask('DELETE', pathOf(key))),
  };
};

const nextSteps: Readonly<Record<string, string>> = {
  NoSuchBucket: 'create the bucket that KINDRED_OBJECTS names, or correct that setting',
  AccessDenied: 'let this access key list, read, write and remove objects of the bucket',
  InvalidAccessKeyId: 'correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  SignatureDoesNotMatch: 'correct AWS_SECRET_ACCESS_KEY and AWS_REGION',
};
