import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinSql, rawSql, sql, toText } from './sql.ts';

describe('a statement', () => {
  it('numbers its parameters and keeps their values out of the text', () => {
    const statement = sql`SELECT * FROM t WHERE a = ${"x' OR 1=1"} AND b = ${2}`;
    expect(toText(statement)).toBe('SELECT * FROM t WHERE a = $1 AND b = $2');
    expect(statement.values).toEqual(["x' OR 1=1", 2]);
  });

  it('inserts parts, and numbers their parameters in the order of the text', () => {
    const part = sql`b = ${1} AND c = ${2}`;
    const statement = sql`SELECT ${0} FROM ${rawSql('t')} WHERE ${part} LIMIT ${3}`;
    expect(toText(statement)).toBe('SELECT $1 FROM t WHERE b = $2 AND c = $3 LIMIT $4');
    expect(statement.values).toEqual([0, 1, 2, 3]);
  });

  it('passes lists and null as one parameter each', () => {
    expect(sql`${['a', 'b']} ${null}`.values).toEqual([['a', 'b'], null]);
  });

  it('joins any number of parts', () => {
    expect(toText(joinSql([], ' AND '))).toBe('');
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1, maxLength: 9 }), (numbers) => {
        const joined = joinSql(
          numbers.map((number) => sql`x = ${number}`),
          ' OR ',
        );
        expect(joined.values).toEqual(numbers);
        expect(toText(joined)).toBe(numbers.map((_, index) => `x = $${index + 1}`).join(' OR '));
      }),
    );
  });
});
