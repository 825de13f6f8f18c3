import type { Answer, Call } from './call.ts';
import { computeEtag, matchesEtag } from './etag.ts';
import { formatHeaders } from './header-block.ts';
import type { OperationAnswer } from './operation.ts';
import { chooseEncoding, compress, type ContentEncoding } from './content-encoding.ts';

/** An answer as bytes with its headers: whole, compressed, or as "not modified". Each form is made once. */
export type ReadyAnswer = {
  /** Not compressed. */
  readonly plain: Answer;
  /** The form that the caller's headers ask for. */
  readonly forCall: (call: Pick<Call, 'headers'>) => Answer | Promise<Answer>;
  /** Called with the bytes of each further form that is kept. */
  onGrown: ((bytes: number) => void) | null;
};

/** A shared cache keeps apart: keys, the origins that a key may be used from, and encodings. */
const vary = 'Origin, Ocp-Apim-Subscription-Key, Accept-Encoding';

const noBody = Buffer.alloc(0);

/** `common`: headers of every answer. */
export const createReadyAnswer = (
  { body, version, cacheControl }: OperationAnswer,
  common: Readonly<Record<string, string>>,
): ReadyAnswer => {
  const tag = computeEtag(body);
  const shared = { 'x-kindred-version': version, 'cache-control': cacheControl, vary, ...common };
  const forms = new Map<ContentEncoding, Answer>();
  const unchanged = new Map<ContentEncoding | null, Answer>();

  const toAnswer = (bytes: Buffer, encoding: ContentEncoding | null): Answer =>
    withBlock({
      status: 200,
      headers: {
        etag: tagOf(tag, encoding),
        ...shared,
        ...(encoding === null ? {} : { 'content-encoding': encoding }),
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(bytes.length),
      },
      body: bytes,
    });
  const keepForm = (bytes: Buffer, encoding: ContentEncoding): Answer => {
    const answer = toAnswer(bytes, encoding);
    forms.set(encoding, answer);
    ready.onGrown?.(bytes.length);
    return answer;
  };
  const findForm = (encoding: ContentEncoding | null): Answer | Promise<Answer> => {
    if (encoding === null) return ready.plain;
    const known = forms.get(encoding);
    if (known !== undefined) return known;
    const bytes = compress(body, encoding);
    return bytes instanceof Promise
      ? bytes.then((made) => keepForm(made, encoding))
      : keepForm(bytes, encoding);
  };
  const notModified = (encoding: ContentEncoding | null): Answer => {
    const known = unchanged.get(encoding);
    if (known !== undefined) return known;
    const headers = { etag: tagOf(tag, encoding), ...shared };
    const answer = withBlock({ status: 304, headers, body: noBody });
    unchanged.set(encoding, answer);
    return answer;
  };

  const ready: ReadyAnswer = {
    plain: toAnswer(body, null),
    forCall: ({ headers }) => {
      const encoding = chooseEncoding(headers['accept-encoding'], body.length);
      const wanted = headers['if-none-match'];
      const isKnown =
        wanted !== undefined && [null, 'br', 'gzip'].some((each) => matchesEtag(wanted, tagOf(tag, each)));
      return isKnown ? notModified(encoding) : findForm(encoding);
    },
    onGrown: null,
  };
  return ready;
};

/** Forms of different bytes need different strong tags. A caller that has any of them has this answer. */
const tagOf = (tag: string, encoding: string | null): string =>
  encoding === null ? tag : `${tag.slice(0, -1)}-${encoding}"`;

const withBlock = (answer: Answer): Answer => ({ ...answer, block: formatHeaders(answer.headers) });
