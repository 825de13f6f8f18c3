import { describe, expect, it } from 'vitest';
import { hasErrorCode, ifMissing, ifMissingSync, isDiskFull, missingFile, sqliteCode } from './error-code.ts';

const coded = (properties: object): Error => Object.assign(new Error('failed'), properties);

describe('codes of errors', () => {
  it.each<[string, unknown, boolean]>([
    ['one of the codes', coded({ code: 'EPERM' }), true],
    ['another code', coded({ code: 'EACCES' }), false],
    ['no code', new Error('EPERM'), false],
    ['a code that is no text', coded({ code: ['EPERM'] }), false],
    ['an object that is no error', { code: 'EPERM' }, false],
    ['nothing', undefined, false],
  ])('%s', (_, error, expected) => {
    expect(hasErrorCode(error, 'ENOENT', 'EPERM')).toBe(expected);
  });

  it.each<[string, unknown, number | null]>([
    ['an error of SQLite', coded({ errcode: 5 }), 5],
    ['a code that is no number', coded({ errcode: '5' }), null],
    ['no code', new Error('locked'), null],
    ['an object that is no error', { errcode: 5 }, null],
    ['null', null, null],
  ])('result code of SQLite: %s', (_, error, expected) => {
    expect(sqliteCode(error)).toBe(expected);
  });

  it('finds a full disk also in an extended code', () => {
    expect(isDiskFull(coded({ errcode: 13 + 256 * 3 }))).toBe(true);
    expect(isDiskFull(coded({ errcode: 14 }))).toBe(false);
  });

  it('describes a missing file as the system does', () => {
    const error = missingFile('/data/a.bin');
    expect(error.message).toBe('/data/a.bin does not exist');
    expect(hasErrorCode(error, 'ENOENT')).toBe(true);
  });
});

describe('a fallback for what is missing', () => {
  it.each(['ENOENT', 'ENOTDIR'])('is taken for %s', async (code) => {
    expect(await ifMissing(Promise.reject(coded({ code })), 'nothing')).toBe('nothing');
    expect(
      ifMissingSync(() => {
        throw coded({ code });
      }, 'nothing'),
    ).toBe('nothing');
  });

  it('is not taken for any other error', async () => {
    const denied = coded({ code: 'EACCES' });
    await expect(ifMissing(Promise.reject(denied), 'nothing')).rejects.toBe(denied);
    expect(() =>
      ifMissingSync(() => {
        throw denied;
      }, 'nothing'),
    ).toThrow(denied);
  });

  it('is not needed for what is there', async () => {
    expect(await ifMissing(Promise.resolve(1), 'nothing')).toBe(1);
    expect(ifMissingSync(() => 1, 'nothing')).toBe(1);
  });
});
