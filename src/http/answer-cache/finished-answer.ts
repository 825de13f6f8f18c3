import type { IncomingHttpHeaders } from 'node:http';
import type { Answer, OperationAnswer } from '../call/call.ts';
import { chooseEncoding, compress, type ContentEncoding } from './content-encoding.ts';
import { computeEtag, matchesEtag } from './etag.ts';

/** An answer of an operation, with the compressed forms that were asked for so far. */
export type FinishedAnswer = OperationAnswer & {
  /** Of the body, quotes included. */
  readonly tag: string;
  readonly compressed: Readonly<Partial<Record<ContentEncoding, Buffer>>>;
};

export const finishAnswer = (made: OperationAnswer): FinishedAnswer => ({
  ...made,
  tag: computeEtag(made.body),
  compressed: {},
});

/** What is sent, and the answer with the form that was made for it. */
type Encoded = { readonly sent: Answer; readonly answer: FinishedAnswer };

/** The form that the caller's headers ask for: whole, compressed, or as "not modified". */
export const encodeAnswer = async (
  answer: FinishedAnswer,
  headers: IncomingHttpHeaders,
): Promise<Encoded> => {
  const { body, compressed } = answer;
  const encoding = chooseEncoding(headers['accept-encoding'], body.length);
  const wanted = headers['if-none-match'];
  if (wanted !== undefined && isKnownAs(answer, wanted)) {
    const unchanged = { status: 304, headers: describe(answer, encoding), body: Buffer.alloc(0) };
    return { sent: unchanged, answer };
  }
  if (encoding === null) return { sent: sendBody(answer, null, body), answer };
  const known = compressed[encoding];
  if (known !== undefined) return { sent: sendBody(answer, encoding, known), answer };
  const form = await compress(body, encoding);
  return {
    sent: sendBody(answer, encoding, form),
    answer: { ...answer, compressed: { ...compressed, [encoding]: form } },
  };
};

/** A caller that has any form has this answer. */
const isKnownAs = (answer: FinishedAnswer, wanted: string): boolean =>
  ([null, 'br', 'gzip'] as const).some((encoding) => matchesEtag(wanted, tagOf(answer, encoding)));

/** Forms of different bytes need different strong tags. */
const tagOf = ({ tag }: FinishedAnswer, encoding: ContentEncoding | null): string =>
  encoding === null ? tag : `${tag.slice(0, -1)}-${encoding}"`;

/** A shared cache keeps apart: keys, the origins that a key may be used from, and encodings. */
const vary = 'Origin, Ocp-Apim-Subscription-Key, Accept-Encoding';

const describe = (answer: FinishedAnswer, encoding: ContentEncoding | null): Record<string, string> => ({
  etag: tagOf(answer, encoding),
  'x-kindred-version': answer.version,
  'cache-control': answer.cacheControl,
  vary,
});

const sendBody = (answer: FinishedAnswer, encoding: ContentEncoding | null, body: Buffer): Answer => {
  const headers = describe(answer, encoding);
  if (encoding !== null) headers['content-encoding'] = encoding;
  headers['content-type'] = 'application/json; charset=utf-8';
  return { status: 200, headers, body };
};
