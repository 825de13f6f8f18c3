import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { declaredSeparator, inspectDialect, createRecordReader, type Dialect } from './dialect.ts';

const comma: Dialect = { separator: ',', quote: '"' };

const readLines = (lines: readonly string[], dialect = comma) => {
  const reader = createRecordReader(dialect);
  const problems = lines.map((line) => reader.add(line));
  return { problems, open: reader.isOpen(), fields: reader.fields() };
};

describe('createRecordReader', () => {
  it.each<[string, string[]]>([
    ['', ['']],
    ['a', ['a']],
    ['a,b', ['a', 'b']],
    ['a,,b', ['a', '', 'b']],
    [',', ['', '']],
    ['a,', ['a', '']],
    [' a , b ', [' a ', ' b ']],
    ['"a"', ['a']],
    ['"a,b",c', ['a,b', 'c']],
    ['"say ""hi""",x', ['say "hi"', 'x']],
    ['""', ['']],
    ['"",""', ['', '']],
    ['"a"  ,b', ['a', 'b']],
    ['a"b,c', ['a"b', 'c']],
    ['""""', ['"']],
  ])('reads %s', (line, expected) => {
    expect(readLines([line])).toEqual({ problems: [null], open: false, fields: expected });
  });

  it('joins the lines of a quoted field', () => {
    expect(readLines(['a,"first', 'second', '', 'last",z'])).toEqual({
      problems: [null, null, null, null],
      open: false,
      fields: ['a', 'first\nsecond\n\nlast', 'z'],
    });
  });

  it('stays open while a quote is not closed', () => {
    expect(readLines(['a,"b'])).toMatchObject({ problems: [null], open: true, fields: ['a'] });
  });

  it.each(['"a"b', '"a" b,c'])('says that text follows a closing quote in %s', (line) => {
    expect(readLines([line]).problems).toEqual(['Text follows a closing quote.']);
  });

  it('reads what a writer with the usual rules wrote, under any dialect', () => {
    const separators = fc.constantFrom(',', ';', '\t', '|');
    const cells = fc.string({
      unit: fc.constantFrom('a', 'ü', ' ', '"', ',', ';', '\t', '|', '\n'),
      maxLength: 8,
    });
    fc.assert(
      fc.property(separators, fc.array(cells, { minLength: 1, maxLength: 6 }), (separator, row) => {
        const text = row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator);
        const { fields, open } = readLines(text.split('\n'), { separator, quote: '"' });
        expect([fields, open]).toEqual([row, false]);
      }),
    );
  });
});

describe('inspectDialect', () => {
  it.each<[string, string[], string]>([
    ['commas', ['id,name', '1,Lamp', '2,Chair'], ','],
    ['semicolons', ['id;name', '1;Lamp, white', '2;Chair, black'], ';'],
    ['tabs', ['id\tname', '1\tLamp; small', '2\tChair'], '\t'],
    ['bars', ['id|name', '1|Lamp', '2|Chair'], '|'],
    ['commas inside quotes', ['id;name', '1;"a,b,c"', '2;"d,e,f"'], ';'],
    ['one column', ['id', '1', '2'], ','],
    ['nothing', [], ','],
    ['blank lines between rows', ['id;name', '', '1;a', '', '2;b'], ';'],
  ])('finds %s', (_, lines, separator) => {
    expect(inspectDialect(lines)).toEqual({ separator, quote: '"' });
  });

  it('takes single quotes only where they are clearly quotes', () => {
    expect(inspectDialect(['id,name', "1,'a'", "2,'b'", "3,'c'"]).quote).toBe("'");
    expect(inspectDialect(['id,name', "1,men's", "2,women's"]).quote).toBe('"');
    expect(inspectDialect(['id,name', `1,'a'`, `2,'b'`, `3,"c"`]).quote).toBe('"');
  });

  it('judges by the same number of columns in each row, not by the most', () => {
    const lines = ['id;text', '1;a, b, c, d', '2;e', '3;f, g'];
    expect(inspectDialect(lines).separator).toBe(';');
  });
});

describe('declaredSeparator', () => {
  it.each([
    ['sep=;', ';'],
    ['SEP=,', ','],
    ['"sep=|"', '|'],
    ['sep=\t', '\t'],
    ['sep=', null],
    ['sep=;;', null],
    ['separator=;', null],
    ['id;name', null],
  ])('of %j is %j', (line, expected) => {
    expect(declaredSeparator(line)).toBe(expected);
  });
});
