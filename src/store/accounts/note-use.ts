import { Fault } from '../../errors.ts';
import type { Database } from '../database/database.ts';

/**
 * Writes that a session or a token was used just now. Whoever is signed in stays so while the database is away or the
 * disk is full: only the time of last use is then not written. Returns whether it was.
 */
export const noteUse = async (database: Database, write: () => void): Promise<boolean> => {
  try {
    await database.transaction(write);
    return true;
  } catch (error) {
    if (error instanceof Fault && error.code === 'unavailable') return false;
    throw error;
  }
};
