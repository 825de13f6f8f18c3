import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestFolder } from '../../../test/support/store/test-shop.ts';
import { dataFormat, release } from '../../release.ts';

let test: ReturnType<typeof openTestFolder>;
beforeEach(async () => {
  test = openTestFolder();
  (await test.open()).close();
});
afterEach(() => test.remove());

const withFile = <T>(work: (database: DatabaseSync) => T): T => {
  const database = new DatabaseSync(test.file);
  try {
    return work(database);
  } finally {
    database.close();
  }
};
const write = (format: object): void => {
  const sql = "UPDATE meta SET value = ? WHERE name = 'data_format'";
  withFile((database) => database.prepare(sql).run(JSON.stringify(format)));
};
const read = (): unknown => {
  const sql = "SELECT value FROM meta WHERE name = 'data_format'";
  const row = withFile((database) => database.prepare(sql).get());
  return JSON.parse(String(row?.['value'])) as unknown;
};

describe('the release that wrote a store', () => {
  it('is stored in it', () => {
    expect(read()).toEqual({ format: dataFormat, release });
  });

  it('refuses an older program by its data format, whatever the schema', async () => {
    write({ format: dataFormat + 1, release: '9.1.0' });
    const fault = {
      code: 'conflict',
      message: expect.stringMatching(
        `written by release 9.1.0 \\(data format ${dataFormat + 1}\\).*release ${release}`,
      ) as string,
      nextStep: expect.stringContaining('Start release 9.1.0 or newer') as string,
    };
    await expect(() => test.open()).rejects.toThrow(expect.objectContaining(fault));
    withFile((database) => database.exec('PRAGMA user_version = 99'));
    await expect(() => test.open()).rejects.toThrow(expect.objectContaining(fault));
  });

  it.each([
    ['an older one', '0.0.9', release],
    ['a newer one of the same data format', '9.1.0', '9.1.0'],
  ])('after %s is the newer of both', async (_case, before, after) => {
    write({ format: dataFormat, release: before });
    (await test.open()).close();
    expect(read()).toEqual({ format: dataFormat, release: after });
  });
});
