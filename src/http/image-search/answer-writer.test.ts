import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AnswerWriter, beginAnswer } from './answer-writer.ts';

const write = (steps: (writer: AnswerWriter) => void): string => {
  const writer = beginAnswer();
  steps(writer);
  return writer.finish().toString();
};

describe('an answer', () => {
  it('is what was written, one after the other, as UTF-8', () => {
    const part = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 100 }), fc.uint8Array({ maxLength: 100 }));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const writer = beginAnswer();
        for (const each of parts)
          if (typeof each === 'string') writer.text(each);
          else writer.bytes(each);
        expect(writer.finish()).toEqual(Buffer.concat(parts.map((each) => Buffer.from(each as string))));
      }),
    );
  });

  it('holds short and long texts beyond ASCII', () => {
    const long = 'ü€😀'.repeat(50);
    expect(write((writer) => writer.text('{"ü€😀":"').text(long).text('"}'))).toBe(`{"ü€😀":"${long}"}`);
    expect(write((writer) => writer.text('aß').text('ASCII alone, of more than forty characters.'))).toBe(
      'aßASCII alone, of more than forty characters.',
    );
  });

  it('copies a part of a larger buffer only', () => {
    const bytes = Buffer.from('abcdef');
    expect(write((writer) => writer.bytes(bytes.subarray(1, 3)))).toBe('bc');
  });

  it('begins empty, in the memory of the last one', () => {
    const first = beginAnswer().text('first').finish();
    const second = beginAnswer().text('second').finish();
    expect([second.toString(), second.buffer === first.buffer]).toEqual(['second', true]);
    expect(beginAnswer().finish().length).toBe(0);
  });

  it('is not changed by the next one if it is too long to be sent at once', () => {
    const first = beginAnswer().text('x'.repeat(40_000)).finish();
    beginAnswer().text('second').finish();
    expect(first.toString()).toBe('x'.repeat(40_000));
  });

  it('may be larger than the memory that is ready', () => {
    const [text, bytes] = ['x'.repeat(50_000), Buffer.alloc(200_000, 'y')];
    const written = write((writer) => writer.text(text).bytes(bytes).bytes(bytes).text(text));
    expect(written).toBe(`${text}${'y'.repeat(400_000)}${text}`);
  });
});

describe('a number', () => {
  it.each([0, 1, 0.5, 0.9, 0.1, 0.000001, 0.00001, 0.100001, 0.999999, 0.123456, 1 / 3, 1e-7, -0.5, 1.5])(
    '%d as a score',
    (score) => expect(write((writer) => writer.score(score))).toBe(JSON.stringify(score)),
  );

  it('as a score: every millionth, and any other', () => {
    const score = fc.oneof(
      fc.nat(1_000_000).map((units) => units / 1_000_000),
      fc.double({ noNaN: true, min: -2, max: 2 }).filter((number) => !Object.is(number, -0)),
    );
    fc.assert(
      fc.property(score, (each) => {
        expect(write((writer) => writer.score(each))).toBe(JSON.stringify(each));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a quoted text', () => {
  it('is as JSON.stringify writes it', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('"', '\\', '\u007f', '\u2028', '\ud800'),
    );
    fc.assert(
      fc.property(text, (each) => {
        expect(write((writer) => writer.text('[').quoted(each).text(']'))).toBe(
          Buffer.from(`[${JSON.stringify(each)}]`).toString(),
        );
      }),
    );
  });
});
