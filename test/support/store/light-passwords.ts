import type { PasswordCost } from '../../../src/store/accounts/passwords.ts';

/** The least that argon2 takes. Hashing at full cost takes the processor for 60 ms, and tests set thousands of passwords. */
export const lightPasswords: PasswordCost = { memoryKib: 8, passes: 1, lanes: 1 };
