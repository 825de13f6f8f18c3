import { argon2, randomBytes, timingSafeEqual, createHash } from 'node:crypto';
import { promisify } from 'node:util';

/** What one hash costs. Stored with each hash, so that raising it locks nobody out. */
export type PasswordCost = { readonly memoryKib: number; readonly passes: number; readonly lanes: number };

/** OWASP's figures for argon2id. */
export const passwordCost: PasswordCost = { memoryKib: 19_456, passes: 2, lanes: 1 };

const sizes = { saltBytes: 16, hashBytes: 32 } as const;

/** How long a generated password may be used. */
export const temporaryPasswordMs = 24 * 3_600_000;

const derive = promisify(argon2);
const hashPattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** The PHC string format: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export const hashPassword = async (
  password: string,
  { memoryKib, passes, lanes }: PasswordCost,
): Promise<string> => {
  const salt = randomBytes(sizes.saltBytes);
  const hash = await hashWith(password, salt, sizes.hashBytes, { memoryKib, passes, lanes });
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${lanes}$${base64(salt)}$${base64(hash)}`;
};

export const passwordMatches = async (password: string, encoded: string): Promise<boolean> => {
  const [, memoryKib, passes, lanes, salt, hash] = hashPattern.exec(encoded) ?? [];
  if (!salt || !hash) return false;
  const expected = Buffer.from(hash, 'base64');
  const cost = { memoryKib: Number(memoryKib), passes: Number(passes), lanes: Number(lanes) };
  const actual = await hashWith(password, Buffer.from(salt, 'base64'), expected.length, cost);
  return timingSafeEqual(actual, expected);
};

/** Takes as long as a real comparison, so that the time does not reveal whether an account exists. */
export const matchWithoutAccount = async (password: string, cost: PasswordCost): Promise<false> => {
  await hashPassword(password, cost);
  return false;
};

/** NFKC: keyboards differ in whether an accented letter is one character or two. */
const hashWith = (
  password: string,
  nonce: Buffer,
  tagLength: number,
  { memoryKib: memory, passes, lanes: parallelism }: PasswordCost,
): Promise<Buffer> => {
  const message = password.normalize('NFKC');
  return derive('argon2id', { message, nonce, tagLength, memory, passes, parallelism });
};

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

/** 256 random bits: the credential of a session, a link or an operator's token. Shown once, stored as a hash. */
export const makeBearerToken = (prefix = ''): string => `${prefix}${randomBytes(32).toString('base64url')}`;

/** A plain fast hash is enough: 256 random bits cannot be guessed. */
export const hashBearerToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Identifies a session or token in lists; not a credential. */
export const makeId = (): string => randomBytes(9).toString('base64url');
