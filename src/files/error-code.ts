/** Whether an error of the system carries one of these codes: `hasErrorCode(error, 'ENOENT')`. */
export const hasErrorCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code);
