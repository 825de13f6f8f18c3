import { describe, expect, it } from 'vitest';
import { compareAnswers } from './compare-answers.ts';

const document = (identifier: string) => ({ score: 0.5, document: { identifier, anything: identifier } });
const answer = (identifiers: string[], more: object = {}) => ({
  documents: identifiers.length === 0 ? null : identifiers.map(document),
  resultCount: identifiers.length,
  isFuzzied: false,
  ...more,
});
const suggestions = (...texts: string[]) => ({
  suggestions: texts.length === 0 ? null : texts.map((text) => ({ text, displayText: text, url: null })),
});

describe('compareAnswers', () => {
  it('finds nothing between equal answers, also empty ones', () => {
    for (const each of [answer(['a', 'b']), answer([]), suggestions('red shoes'), suggestions()])
      expect(compareAnswers(each, structuredClone(each))).toEqual({ shape: [], counts: null, overlap: 1 });
  });

  it('reports another count and the overlap', () => {
    expect(compareAnswers(answer(['a', 'b', 'c']), answer(['b', 'c', 'd', 'e']))).toEqual({
      shape: [],
      counts: [3, 4],
      overlap: 0.4,
    });
    expect(compareAnswers(suggestions('Red Shoes'), suggestions('red shoes', 'boots')).overlap).toBe(0.5);
  });

  it('reports fields that are missing or of another type, with their path', () => {
    const there = { ...answer(['a']), isFuzzied: 'no', extra: 1 };
    expect(compareAnswers(answer(['a']), there).shape).toEqual([
      '$.extra: missing, there number',
      '$.isFuzzied: boolean, there string',
    ]);
  });

  it('reports a value that is spelt otherwise than the contract says', () => {
    const [here, there] = [
      answer(['a'], { resultStatus: 'resultFound', strategy: { searchMode: 'All' } }),
      answer(['a'], { resultStatus: 'ResultFound', strategy: { searchMode: 'Any' } }),
    ];
    expect(compareAnswers(here, there).shape).toEqual([
      '$.resultStatus: a value of the contract, there "ResultFound"',
    ]);
  });

  it('takes null for any type, and leaves product records to the table of fields', () => {
    const here = answer(['a'], { count: 1, redirect: null });
    const there = answer(['a'], { count: null, redirect: { ruleId: 1 } });
    there.documents = [{ score: 0.5, document: { identifier: 'a', price: 3 } as never }];
    expect(compareAnswers(here, there).shape).toEqual([]);
  });

  it('survives answers that are no objects', () => {
    expect(compareAnswers('text', answer(['a']))).toMatchObject({ overlap: 0, counts: [0, 1] });
    expect(compareAnswers(undefined, null).overlap).toBe(1);
  });
});
