/** Whether an error of the system carries one of these codes: `hasErrorCode(error, 'ENOENT')`. */
export const hasErrorCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code);

/** SQLite's result code for a full disk; extended codes have it in their lowest byte. */
const sqliteFull = 13;

/** No space or no quota left, reported by the file system or by SQLite. */
export const isDiskFull = (error: unknown): boolean =>
  hasErrorCode(error, 'ENOSPC', 'EDQUOT') || (sqliteCode(error) ?? 0) % 256 === sqliteFull;

/** The result code of an error of SQLite; null for any other error. */
export const sqliteCode = (error: unknown): number | null =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : null;

/** The result of `work`; `fallback` when the file or folder does not exist. */
export const ifMissing = async <T, U>(work: Promise<T>, fallback: U): Promise<T | U> => {
  try {
    return await work;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return fallback;
    throw error;
  }
};

/** The same for synchronous work. */
export const ifMissingSync = <T, U>(work: () => T, fallback: U): T | U => {
  try {
    return work();
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return fallback;
    throw error;
  }
};

/** The error of a system call on a file that does not exist. */
export const missingFile = (path: string): Error =>
  Object.assign(new Error(`${path} does not exist`), { code: 'ENOENT' });
