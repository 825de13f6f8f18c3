import { resume } from '../byte-chunks.ts';
import { type FeedFormat, type FeedItem, type RawRow, cutAt, faultAt, formatLimits } from '../feed.ts';
import { declaredSeparator, inspectDialect, createRecordReader, type Dialect } from './dialect.ts';
import { decodeText } from '../encoding.ts';
import { type Line, splitLines } from './lines.ts';

const defaults = {
  /** Characters of one row, all lines included. */
  maximumRowLength: 2 * 1024 * 1024,
  sampleLines: 60,
  /** Characters read before the separator is decided. */
  sampleLength: 64 * 1024,
};

const limitText = `${defaults.maximumRowLength / 1024 / 1024} million characters`;

type TextRecord = { readonly line: number; readonly fields: readonly string[] };
type ReadResult = TextRecord | { readonly line: number; readonly reason: string };

/** CSV and similar tables: separator, quote and encoding are detected. */
export const csv: FeedFormat = (bytes) =>
  toItems(readRecords(splitLines(decodeText(bytes), defaults.maximumRowLength)));

async function* toItems(records: AsyncIterable<ReadResult>): AsyncGenerator<FeedItem> {
  let header: readonly string[] | null = null;
  for await (const record of records) {
    if ('reason' in record) yield faultAt(record.line, record.reason);
    else if (header === null) {
      if (record.fields.length > formatLimits.columns) {
        yield cutAt(record.line, tooManyColumns(record.fields.length));
        return;
      }
      const named = nameColumns(record.fields);
      header = named.names;
      for (const reason of named.notices) yield { kind: 'notice', line: record.line, reason };
    } else yield toItem(header, record);
  }
}

/** Duplicate and empty column names get a suffix, so that no value hides another. */
const nameColumns = (fields: readonly string[]): { names: string[]; notices: string[] } => {
  const names = new Set<string>();
  const notices: string[] = [];
  /** The next suffix to try for a name: without it, many equal names would be tried again and again. */
  const nextCopy = new Map<string, number>();
  for (const [index, field] of fields.entries()) {
    const wanted = field.trim() || `column_${index + 1}`;
    let name = wanted;
    let copy = nextCopy.get(wanted) ?? 2;
    for (; names.has(name); copy++) name = `${wanted}_${copy}`;
    nextCopy.set(wanted, copy);
    if (name !== wanted)
      notices.push(`Column ${index + 1} is a second "${wanted}": it is read as "${name}".`);
    names.add(name);
  }
  return { names: [...names], notices };
};

const tooManyColumns = (count: number): string =>
  `The header has ${count} columns; at most ${formatLimits.columns} can be read.`;

const toItem = (header: readonly string[], { line, fields }: TextRecord): FeedItem => {
  const row = Object.create(null) as Record<string, string>;
  for (const [index, name] of header.entries()) row[name] = fields[index] ?? '';
  const bad = header.find((name) => row[name]?.includes('\0'));
  if (bad !== undefined) return faultAt(line, `Column "${bad}" contains a NUL character.`);
  return { kind: 'row', line, row: row satisfies RawRow };
};

async function* readRecords(lines: AsyncIterable<Line>): AsyncGenerator<ReadResult> {
  const { dialect, rest } = await findDialect(lines);
  const assembler = createRowAssembler(dialect);
  for await (const line of rest) yield* assembler.add(line);
  yield* assembler.end();
}

const unclosedQuote = 'A quote opened in this row is never closed.';

/**
 * Assembles rows from lines. A broken row costs only its first line: a quote that is never closed would
 * swallow the rows after it, so those lines are read again without it.
 */
const createRowAssembler = (dialect: Dialect) => {
  let width: number | null = null;
  let pending: Line[] = [];
  /** Lines to read again before the feed continues; the next one is last. */
  const toReread: Line[] = [];
  let reader = createRecordReader(dialect);
  let length = 0;

  const reset = (): void => {
    pending = [];
    reader = createRecordReader(dialect);
    length = 0;
  };

  const rejectFirstLine = (reason: string): ReadResult => {
    const [first, ...others] = pending;
    reset();
    // Not by spreading: a row may have hundreds of thousands of lines, and arguments are limited.
    for (const other of others.reverse()) toReread.push(other);
    return { line: first?.line ?? 1, reason };
  };

  const finish = (): ReadResult => {
    const problem = width === null ? null : checkWidth(reader.fields(), width);
    if (problem !== null)
      return rejectFirstLine(
        pending.length > 1 ? `${problem} A quote opened here may not be closed.` : problem,
      );
    width ??= reader.fields().length;
    const record = { line: pending[0]?.line ?? 1, fields: reader.fields() };
    reset();
    return record;
  };

  const addTooLong = (line: Line): ReadResult => {
    if (pending.length === 0) return { line: line.line, reason: `The line has more than ${limitText}.` };
    toReread.push(line);
    return rejectFirstLine(unclosedQuote);
  };

  const addLine = (line: Line): ReadResult | null => {
    if (line.text === null) return addTooLong(line);
    if (pending.length === 0 && line.text.trim() === '') return null;
    pending.push(line);
    length += line.text.length + 1;
    const problem = reader.add(line.text);
    if (problem !== null) return rejectFirstLine(problem);
    if (!reader.isOpen()) return finish();
    return length > defaults.maximumRowLength ? rejectFirstLine(unclosedQuote) : null;
  };

  function* add(line: Line): Generator<ReadResult> {
    for (let next: Line | undefined = line; next !== undefined; next = toReread.pop()) {
      const result = addLine(next);
      if (result !== null) yield result;
    }
  }

  function* end(): Generator<ReadResult> {
    while (pending.length > 0) {
      yield rejectFirstLine(unclosedQuote);
      const next = toReread.pop();
      if (next !== undefined) yield* add(next);
    }
  }

  return { add, end };
};

const checkWidth = (fields: readonly string[], width: number): string | null => {
  if (fields.length === width) return null;
  const surplus = fields.slice(width);
  if (surplus.length > 0 && surplus.every((field) => field.trim() === '')) return null;
  return `${fields.length} columns where the header has ${width}.`;
};

const findDialect = async (lines: AsyncIterable<Line>) => {
  const iterator = lines[Symbol.asyncIterator]();
  const sample: Line[] = [];
  let length = 0;
  while (sample.length < defaults.sampleLines && length < defaults.sampleLength) {
    const next = await iterator.next();
    if (next.done === true) break;
    sample.push(next.value);
    length += next.value.text?.length ?? 0;
  }
  const separator = declaredSeparator(sample[0]?.text ?? '');
  if (separator !== null) sample.shift();
  const inspected = inspectDialect(sample.flatMap(({ text }) => text ?? []));
  const dialect = separator === null ? inspected : { ...inspected, separator };
  return { dialect, rest: resume(sample, iterator) };
};
