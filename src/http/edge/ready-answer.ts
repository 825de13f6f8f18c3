import type { Answer, Call } from './call.ts';
import { chooseEncoding, compress, type ContentEncoding } from './content-encoding.ts';
import { computeEtag, matchesEtag } from './etag.ts';
import { formatHeaders } from './header-block.ts';
import type { OperationAnswer, QuerySummary } from './operation.ts';
import { shareHeaders, type SharedHeaders } from './shared-headers.ts';

/*
 * A finished answer: whole, compressed, or as "not modified". A hundred thousand of them may be kept, and each object on
 * the heap is visited by the collector again and again. So an answer is one object that refers to its bytes, its tag and
 * headers that it shares with others; everything else is made when it is asked for.
 */

type Form = ContentEncoding | 'unchanged' | `unchanged ${ContentEncoding}`;

const contentType = 'application/json; charset=utf-8';

const noBody = Buffer.alloc(0);

/** As an answer it is the form that is not compressed. */
export class ReadyAnswer implements Answer {
  readonly status = 200;
  body: Buffer;
  /** What is counted for each call that it answers. */
  readonly querySummary: QuerySummary;
  /** For the cache that keeps it: under which key, and what it takes there. */
  keptAs = '';
  keptBytes = 0;
  /** Called with the bytes of each further form that is made. */
  onGrown: ((answer: ReadyAnswer, bytes: number) => void) | null = null;
  readonly #tag: string;
  readonly #shared: SharedHeaders;
  #forms: Map<Form, Answer> | null = null;

  /** `common`: headers of every answer. */
  constructor({ body, version, cacheControl, querySummary }: OperationAnswer, common: Answer['headers']) {
    this.body = body;
    this.querySummary = querySummary;
    this.#tag = computeEtag(body);
    this.#shared = shareHeaders(version, cacheControl, common);
  }

  get headers(): Answer['headers'] {
    return {
      etag: this.#tag,
      ...this.#shared.record,
      'content-type': contentType,
      'content-length': String(this.body.length),
    };
  }

  get block(): string {
    return `etag: ${this.#tag}\r\n${this.#shared.lines}content-type: ${contentType}\r\ncontent-length: ${this.body.length}\r\n`;
  }

  /** The form that the caller's headers ask for. */
  forCall({ headers }: Pick<Call, 'headers'>): Answer | Promise<Answer> {
    const accepted = headers['accept-encoding'];
    const wanted = headers['if-none-match'];
    if (accepted === undefined && wanted === undefined) return this;
    const encoding = chooseEncoding(accepted, this.body.length);
    if (wanted !== undefined && this.#isKnownAs(wanted)) return this.#describeUnchanged(encoding);
    return encoding === null ? this : this.#compress(encoding);
  }

  /** A caller that has any form has this answer. */
  #isKnownAs(wanted: string): boolean {
    return [null, 'br', 'gzip'].some((encoding) => matchesEtag(wanted, this.#tagOf(encoding)));
  }

  /** Forms of different bytes need different strong tags. */
  #tagOf(encoding: string | null): string {
    return encoding === null ? this.#tag : `${this.#tag.slice(0, -1)}-${encoding}"`;
  }

  #describeUnchanged(encoding: ContentEncoding | null): Answer {
    const form: Form = encoding === null ? 'unchanged' : `unchanged ${encoding}`;
    const headers = { etag: this.#tagOf(encoding), ...this.#shared.record };
    return this.#forms?.get(form) ?? this.#keepForm(form, { status: 304, headers, body: noBody });
  }

  #compress(encoding: ContentEncoding): Answer | Promise<Answer> {
    const known = this.#forms?.get(encoding);
    if (known !== undefined) return known;
    const toAnswer = (bytes: Buffer): Answer => {
      const headers = {
        etag: this.#tagOf(encoding),
        ...this.#shared.record,
        'content-encoding': encoding,
        'content-type': contentType,
        'content-length': String(bytes.length),
      };
      return this.#keepForm(encoding, { status: 200, headers, body: bytes });
    };
    const bytes = compress(this.body, encoding);
    return bytes instanceof Promise ? bytes.then(toAnswer) : toAnswer(bytes);
  }

  #keepForm(form: Form, answer: Answer): Answer {
    const kept = { ...answer, block: formatHeaders(answer.headers) };
    (this.#forms ??= new Map()).set(form, kept);
    if (kept.body.length > 0) this.onGrown?.(this, kept.body.length);
    return kept;
  }
}
