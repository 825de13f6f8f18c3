import type { Answer, Call } from './call.ts';
import { chooseEncoding, compress, type ContentEncoding } from './content-encoding.ts';
import { computeEtag, matchesEtag } from './etag.ts';
import { formatHeaders } from './header-block.ts';
import type { OperationAnswer, QuerySummary } from './operation.ts';
import { shareHeaders, type SharedHeaders } from './shared-headers.ts';

/* A finished answer: whole, compressed, or as "not modified". What was not asked for is not made. */

const contentType = 'application/json; charset=utf-8';

const noBody = Buffer.alloc(0);

/** Where compressed forms are kept, by the tag of the whole body: equal tags mean equal bytes. */
export type CompressedForms = {
  find(tag: string, encoding: ContentEncoding): Buffer | null;
  keep(tag: string, encoding: ContentEncoding, bytes: Buffer): void;
};

export type AnswerParts = {
  readonly body: Buffer;
  /** Of the body, quotes included. */
  readonly tag: string;
  readonly shared: SharedHeaders;
  /** What is counted for each call that it answers. */
  readonly querySummary: QuerySummary;
};

/** As an answer it is the form that is not compressed. */
export class ReadyAnswer implements Answer, AnswerParts {
  readonly status = 200;
  readonly body: Buffer;
  readonly tag: string;
  readonly shared: SharedHeaders;
  readonly querySummary: QuerySummary;
  forms: CompressedForms | null;

  constructor({ body, tag, shared, querySummary }: AnswerParts, forms: CompressedForms | null = null) {
    this.body = body;
    this.tag = tag;
    this.shared = shared;
    this.querySummary = querySummary;
    this.forms = forms;
  }

  get headers(): Answer['headers'] {
    return {
      etag: this.tag,
      ...this.shared.record,
      'content-type': contentType,
      'content-length': String(this.body.length),
    };
  }

  get block(): string {
    return `etag: ${this.tag}\r\n${this.shared.lines}content-type: ${contentType}\r\ncontent-length: ${this.body.length}\r\n`;
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
    return encoding === null ? this.tag : `${this.tag.slice(0, -1)}-${encoding}"`;
  }

  #describeUnchanged(encoding: ContentEncoding | null): Answer {
    const etag = this.#tagOf(encoding);
    const { record, lines } = this.shared;
    return { status: 304, headers: { etag, ...record }, body: noBody, block: `etag: ${etag}\r\n${lines}` };
  }

  #compress(encoding: ContentEncoding): Answer | Promise<Answer> {
    const known = this.forms?.find(this.tag, encoding);
    if (known) return this.#describeForm(encoding, known);
    const keep = (bytes: Buffer): Answer => {
      this.forms?.keep(this.tag, encoding, bytes);
      return this.#describeForm(encoding, bytes);
    };
    const bytes = compress(this.body, encoding);
    return bytes instanceof Promise ? bytes.then(keep) : keep(bytes);
  }

  #describeForm(encoding: ContentEncoding, body: Buffer): Answer {
    const headers = {
      etag: this.#tagOf(encoding),
      ...this.shared.record,
      'content-encoding': encoding,
      'content-type': contentType,
      'content-length': String(body.length),
    };
    return { status: 200, headers, body, block: formatHeaders(headers) };
  }
}

/** `common`: headers of every answer. */
export const finishAnswer = (
  { body, version, cacheControl, querySummary }: OperationAnswer,
  common: Answer['headers'],
): ReadyAnswer =>
  new ReadyAnswer({
    body,
    tag: computeEtag(body),
    shared: shareHeaders(version, cacheControl, common),
    querySummary,
  });
