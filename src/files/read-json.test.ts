import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Type } from 'typebox';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasErrorCode, isDiskFull } from './error-code.ts';
import { diskFiles } from './files.ts';
import { readJson } from './read-json.ts';

const schema = Type.Object({ name: Type.String(), counts: Type.Array(Type.Integer()) });

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kindred-json-'));
  file = join(folder, 'value.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('reading JSON through a schema', () => {
  it('returns a value that matches, and null for a missing file', async () => {
    expect(await readJson(diskFiles, file, schema)).toBeNull();
    writeFileSync(file, '{"name":"a","counts":[1,2]}');
    expect(await readJson(diskFiles, file, schema)).toEqual({ name: 'a', counts: [1, 2] });
  });

  it.each([
    ['an empty file', '', /value\.json is empty/],
    ['half a file', '{"name":"a","cou', /value\.json is not JSON/],
    ['another value', '[]', /does not have the expected form/],
    ['a wrong property', '{"name":"a","counts":[1,"x"]}', /at \/counts\/1/],
  ])('names the file and the problem of %s', async (_, content, message) => {
    writeFileSync(file, content);
    await expect(readJson(diskFiles, file, schema)).rejects.toMatchObject({
      code: 'corrupted',
      message: expect.stringMatching(message) as unknown,
    });
  });
});

describe('what is said of a damaged file', () => {
  const faultOf = (content: string): Promise<{ message: string; nextStep?: string; cause?: unknown }> => {
    writeFileSync(file, content);
    return readJson(diskFiles, file, schema).then(
      () => {
        throw new Error('It was read.');
      },
      (error: Error) => error,
    );
  };

  it('names the place and the reason, and nothing else', async () => {
    expect((await faultOf('{"name":"a","counts":[1,"x"]}')).message).toBe(
      `${file} does not have the expected form at /counts/1: must be integer.`,
    );
    expect((await faultOf('[]')).message).toBe(`${file} does not have the expected form: must be object.`);
  });

  it('says what to do, and keeps the cause where there is one', async () => {
    expect((await faultOf('{')).nextStep).toMatch(/backup/);
    expect((await faultOf('{')).cause).toBeInstanceOf(SyntaxError);
    expect(await faultOf('[]')).not.toHaveProperty('cause');
  });
});

describe('codes of system errors', () => {
  const coded = (properties: object): Error => Object.assign(new Error('failed'), properties);

  it('recognises a code among several, and nothing that is no system error', () => {
    expect(hasErrorCode(coded({ code: 'ENOENT' }), 'EEXIST', 'ENOENT')).toBe(true);
    expect(hasErrorCode(coded({ code: 'EACCES' }), 'ENOENT')).toBe(false);
    expect(hasErrorCode({ code: 'ENOENT' }, 'ENOENT')).toBe(false);
    expect(hasErrorCode(coded({ code: 2 }), 'ENOENT')).toBe(false);
  });

  it('recognises a full disk of the file system and of SQLite', () => {
    expect(isDiskFull(coded({ code: 'ENOSPC' }))).toBe(true);
    expect(isDiskFull(coded({ code: 'EDQUOT' }))).toBe(true);
    expect(isDiskFull(coded({ code: 'ERR_SQLITE_ERROR', errcode: 13 }))).toBe(true);
    expect(isDiskFull(coded({ code: 'ERR_SQLITE_ERROR', errcode: 5 }))).toBe(false);
    expect(isDiskFull(new Error('database or disk is full'))).toBe(false);
  });
});
