/**
 * The faults that people meet on their own screens, by name, each with the values that its sentence needs. Whoever
 * speaks another language than the service tells them by this name; all others are told by their message.
 */
export const reasonValues = {
  // Who is there
  'not-signed-in': [],
  'wrong-sign-in': [],
  'code-needed': [],
  'too-many-attempts': ['seconds'],
  'wrong-password': [],
  'wrong-code': [],
  'short-password': ['length'],
  'weak-password': [],
  'needs-https': [],
  'not-our-page': [],
  'needs-merchandiser': [],
  'needs-owner': [],
  'needs-administrator': [],
  'set-up-link-gone': [],
  'invitation-gone': [],
  'invitation-password': [],
  'address-known': ['email'],
  'member-known': ['email'],
  'last-owner': ['email'],
  // Things and their names
  'not-there': [],
  'name-taken': ['name'],
  'name-stays': ['name'],
  'in-use': ['name', 'users'],
  'nothing-to-undo': [],
  invalid: [],
  // One flaw of what was given
  missing: [],
  unknown: ['name'],
  'not-one-of': ['allowed'],
  'wrong-type': ['type'],
  'does-not-fit': [],
  'too-small': ['limit'],
  'too-large-number': ['limit'],
  'too-short': ['limit'],
  'too-long': ['limit'],
  'too-few': ['limit'],
  filter: ['position'],
  'until-before-from': [],
  'page-above-maximum': [],
  'rank-twice': [],
  'no-such-box': ['name'],
  // Feeds
  'import-running': [],
  'import-ended': [],
  'import-not-waiting': [],
  'version-gone': [],
  'no-source': [],
  'unknown-format': [],
  'web-page': [],
  'feed-unreadable': ['file'],
  'not-downloaded': ['address', 'why'],
  'private-address': ['host'],
  'import-superseded': [],
  'import-stopped': [],
  'import-abandoned': [],
  'import-broke': [],
  'no-keywords': [],
  'feed-empty': [],
  'no-products': ['rows'],
  vanishing: ['removed', 'live', 'percent'],
  'bad-rows': ['bad', 'rows', 'percent'],
  // The service itself
  'nothing-here': [],
  'our-fault': ['requestId'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type ReasonCode = keyof typeof reasonValues;

type ReasonValues<R extends ReasonCode> = Readonly<Record<(typeof reasonValues)[R][number], string | number>>;

/** Which of them it is, and what its sentence is filled in with. */
export type Reason = {
  [R in ReasonCode]: (typeof reasonValues)[R] extends readonly []
    ? { readonly reason: R }
    : { readonly reason: R; readonly values: ReasonValues<R> };
}[ReasonCode];
