import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { finished } from 'node:stream/promises';
import type { feedFaultKinds } from '../domain/import-order.ts';

export type RowFault = {
  readonly kind: (typeof feedFaultKinds)[number];
  readonly line: number | null;
  readonly identifier: string | null;
  readonly reason: string;
};

export type FaultSummary = {
  readonly count: number;
  readonly byKind: Readonly<Record<RowFault['kind'], number>>;
  readonly first: readonly RowFault[];
  /** NDJSON file with all of them; null when there are none. */
  readonly file: string | null;
};

/** Faults that the report names. */
const namedFaults = 100;

/** Keeps the first faults for the report and writes all of them to a file, which is created with the first fault. */
export const openFaultLog = (file: string) => {
  const byKind = { row: 0, duplicate: 0, picture: 0, notice: 0 };
  const first: RowFault[] = [];
  let stream: WriteStream | null = null;
  return {
    file,
    async add(fault: RowFault): Promise<void> {
      byKind[fault.kind] += 1;
      if (first.length < namedFaults) first.push(fault);
      if (stream === null) {
        await mkdir(dirname(file), { recursive: true });
        stream = createWriteStream(file);
      }
      if (!stream.write(`${JSON.stringify(fault)}\n`)) await once(stream, 'drain');
    },
    async close(): Promise<FaultSummary> {
      if (stream !== null) await finished(stream.end());
      const count = byKind.row + byKind.duplicate + byKind.picture + byKind.notice;
      return { count, byKind, first, file: count > 0 ? file : null };
    },
  };
};

export type FaultLog = ReturnType<typeof openFaultLog>;

/** Reasons as an import reports them, and their kinds. The first group of a pattern is the value. */
type Patterns<Kind extends string> = readonly (readonly [pattern: RegExp, kind: Kind])[];

/** A kind that a client can translate. `value`: the reason itself for the kind `other`. */
type Classified<Kind extends string> = { readonly kind: Kind | 'other'; readonly value: string | null };

const classify = <Kind extends string>(patterns: Patterns<Kind>, reason: string): Classified<Kind> => {
  for (const [pattern, kind] of patterns) {
    const match = pattern.exec(reason);
    if (match !== null) return { kind, value: match[1] ?? null };
  }
  return { kind: 'other', value: reason };
};

const rowPatterns = [
  [/^The feed has no column that is known as (.+): name a column/, 'no-column'],
  [/^The product cannot be sold like this: it has no ([^;]+)\.$/, 'no-value'],
  [/^The product cannot be sold like this: its (\S+ .*) cannot be read\.$/s, 'unreadable-value'],
  [/^The identifier is longer than (\d+) characters\.$/, 'long-identifier'],
  [/^The address (.*) is not one of a web page\.$/s, 'no-web-address'],
  [/^The identifier stands again at line (\d+);/, 'identifier-again'],
  [/^(\d+) columns where the header has \d+\./, 'wrong-columns'],
  [/^A quote opened in this row is never closed\.$/, 'open-quote'],
  [/^Column \d+ is a second "(.*)": it is read as/s, 'column-twice'],
  [/^Column "(.*)" contains a NUL character\.$/s, 'forbidden-character'],
  [
    /^(?:The line|A row|The item) (?:is longer than|has more than) (\S+(?: million)? (?:MB|characters))\.$/,
    'too-long',
  ],
  [/^The row is not UTF-8 text\.$/, 'not-utf8'],
  [/^The row is not JSON: (.*)\.$/s, 'not-json'],
  [/^The row is not an object\.$/, 'not-an-object'],
  [/^(?:The row is|Elements are) nested more than (\d+) (?:levels )?deep\.$/, 'too-deep'],
  [/^The (?:row|item) has more than (\d+) (?:fields|elements)\.$/, 'too-many-parts'],
  [/^The row has no handle\.$/, 'no-handle'],
  [/^The row has no SKU\.$/, 'no-sku'],
  [/^The product "(.*)" has more than \d+ rows\.$/s, 'too-many-rows'],
  [/^An "&" stands where "&amp;" should/, 'bare-ampersand'],
  [/^Rows of single store views repeat products/, 'other-store-views'],
] as const;

/** Why rows of a feed are left out or remarked on. The value: names, the number or the text that the kind is about. */
export const rowFaultKinds = [...rowPatterns.map(([, kind]) => kind), 'other'] as const;

export const classifyRowFault = (reason: string): Classified<(typeof rowPatterns)[number][1]> => {
  const { kind, value } = classify(rowPatterns, reason);
  // Several missing values are one list: "name, no price" → "name, price".
  return { kind, value: kind === 'no-value' ? (value?.replaceAll(', no ', ', ') ?? null) : value };
};

const picturePatterns = [
  [/^the feed names none$/, 'none-named'],
  [/^pictures were left out of this import$/, 'left-out'],
  [
    /^(?:the dataset has no image folder|not in the image folder|named outside the image folder)$/,
    'file-missing',
  ],
  [/^its address answers (\d+)$/, 'address-answers'],
  [/^(\S+) cannot be reached$/, 'host-unreachable'],
  [/^(\S+) is not on the public internet/, 'private-host'],
  [/^larger than \d+ MB$|^more than \d+ megapixels$/, 'too-large'],
  [
    /^a web page, not a picture$|^SVG drawings|^not a picture of a known kind|^the file is empty$/,
    'no-picture',
  ],
  [/^the picture is damaged|^not decoded within|^it cannot be read again$/, 'damaged'],
] as const;

/** Why products have no picture, in kinds that each have one remedy. */
export const pictureFaultKinds = [...picturePatterns.map(([, kind]) => kind), 'other'] as const;

/** The value: the HTTP status, or the host. */
export type PictureFault = Classified<(typeof picturePatterns)[number][1]>;
export type PictureFaultGroup = PictureFault & { readonly count: number };

const groupDefaults = { groups: 20 } as const;

export const classifyPictureFault = (reason: string): PictureFault => classify(picturePatterns, reason);

const faultText = /^Published without a picture: (.*)\.$/s;

/** The text of a fault in the list of an import, and back. */
export const describePictureFault = (reason: string): string => `Published without a picture: ${reason}.`;
export const readPictureFault = (text: string): PictureFault =>
  classifyPictureFault(faultText.exec(text)?.[1] ?? text);

/** Largest group first. Beyond the number of groups, the smallest are one group of their own. */
export const groupPictureFaults = (reasons: Readonly<Record<string, number>>): PictureFaultGroup[] => {
  const groups = new Map<string, PictureFaultGroup>();
  for (const [reason, count] of Object.entries(reasons)) {
    const fault = classifyPictureFault(reason);
    const key = `${fault.kind} ${fault.value}`;
    groups.set(key, { ...fault, count: count + (groups.get(key)?.count ?? 0) });
  }
  const sorted = [...groups.values()].sort((one, other) => other.count - one.count);
  const shown = sorted.slice(0, groupDefaults.groups);
  const rest = sorted.slice(groupDefaults.groups).reduce((sum, { count }) => sum + count, 0);
  return rest === 0 ? shown : [...shown, { kind: 'other', value: null, count: rest }];
};
