import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPlainName, tokenizeFilter } from './filter-tokens.ts';

/** Tokens as `kind value@position`. */
const read = (text: string): string[] => {
  const tokens = tokenizeFilter(text);
  if (!Array.isArray(tokens)) return [`${tokens.message}@${tokens.position}`];
  return tokens.map((token) => {
    switch (token.kind) {
      case 'name':
        return `name ${token.name}@${token.position}`;
      case 'word':
        return `word ${token.word}@${token.position}`;
      case 'scalar':
        return `${typeof token.value} ${String(token.value)}@${token.position}`;
      case 'mark':
        return `mark ${token.mark}@${token.position}`;
      case 'end':
        return `end@${token.position}`;
    }
  });
};

describe('tokenizeFilter', () => {
  it.each<[string, string[]]>([
    ['', ['end@1']],
    ['   ', ['end@4']],
    ["brand eq 'Acme'", ['name brand@1', 'word eq@7', 'string Acme@10', 'end@16']],
    ["Brand EQ 'Acme'", ['name Brand@1', 'word eq@7', 'string Acme@10', 'end@16']],
    ['price le 9.5', ['name price@1', 'word le@7', 'number 9.5@10', 'end@13']],
    ['a eq -3', ['name a@1', 'word eq@3', 'number -3@6', 'end@8']],
    ['a eq +1e3', ['name a@1', 'word eq@3', 'number 1000@6', 'end@10']],
    ['a eq 1.5E-2', ['name a@1', 'word eq@3', 'number 0.015@6', 'end@12']],
    ['sale eq TRUE', ['name sale@1', 'word eq@6', 'boolean true@9', 'end@13']],
    ['sale eq false', ['name sale@1', 'word eq@6', 'boolean false@9', 'end@14']],
    ["x eq ''", ['name x@1', 'word eq@3', 'string @6', 'end@8']],
    ["x eq 'it''s'", ['name x@1', 'word eq@3', "string it's@6", 'end@13']],
    ["x eq ''''", ['name x@1', 'word eq@3', "string '@6", 'end@10']],
    ['[made in] ne 1', ['name made in@1', 'word ne@11', 'number 1@14', 'end@15']],
    ['[a]]b] eq 1', ['name a]b@1', 'word eq@8', 'number 1@11', 'end@12']],
    ['[and] eq 1', ['name and@1', 'word eq@7', 'number 1@10', 'end@11']],
    ['größe.x-1_y eq 1', ['name größe.x-1_y@1', 'word eq@13', 'number 1@16', 'end@17']],
    [
      'not(a in (1,2))',
      [
        'word not@1',
        'mark (@4',
        'name a@5',
        'word in@7',
        'mark (@10',
        'number 1@11',
        'mark ,@12',
        'number 2@13',
        'mark )@14',
        'mark )@15',
        'end@16',
      ],
    ],
  ])('reads %s', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it.each([
    ["a eq 'open", 'this string has no closing quote@6'],
    ['a eq "x"', 'strings stand in single quotes@6'],
    ['[a eq 1', 'this field name has no closing bracket@1'],
    ['[] eq 1', 'this field name has no closing bracket@1'],
    ['a = 1', 'unexpected =@3'],
    ['a eq 12abc', 'unexpected 1@6'],
    ['a eq 1.2.3', 'unexpected 1@6'],
    ['a eq 1e999', '1e999 is too large a number@6'],
    ['a eq -1e999', '-1e999 is too large a number@6'],
    ['a & b', 'unexpected &@3'],
  ])('says what is wrong with %s, and where', (text, expected) => {
    expect(read(text)).toEqual([expected]);
  });

  it('gives back every quoted string, whatever is in it', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (value) => {
        const tokens = tokenizeFilter(`x eq '${value.replaceAll("'", "''")}'`);
        expect(Array.isArray(tokens) && tokens[2]).toMatchObject({ kind: 'scalar', value });
      }),
    );
  });

  it('gives back every bracketed name', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 40 }), (name) => {
        const tokens = tokenizeFilter(`[${name.replaceAll(']', ']]')}] eq 1`);
        expect(Array.isArray(tokens) && tokens[0]).toMatchObject({ kind: 'name', name });
      }),
    );
  });

  it('reads every finite number as JavaScript writes it', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const tokens = tokenizeFilter(`a eq ${value}`);
        // JavaScript writes -0 as 0.
        expect(Array.isArray(tokens) && tokens[2]).toMatchObject({ kind: 'scalar', value: value + 0 });
      }),
    );
  });
});

describe('isPlainName', () => {
  it.each([
    ['brand', true],
    ['größe', true],
    ['_x', true],
    ['a.b-c', true],
    ['a1', true],
    ['1a', false],
    ['made in', false],
    ['', false],
    ['and', false],
    ['IN', false],
    ['True', false],
    ['ge', false],
    ['android', true],
    ['a]', false],
  ])('of %s is %s', (name, expected) => {
    expect(isPlainName(name)).toBe(expected);
  });
});
