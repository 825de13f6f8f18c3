/**
 * Reason codes of the faults that the portal shows, each with the names of the values in its message. The portal
 * translates them by code; other clients show the English message of the fault.
 */
export const reasonValues = {
  // Sign-in and membership
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
  // Stored items and their names
  'not-there': [],
  'name-taken': ['name'],
  'name-stays': ['name'],
  'in-use': ['name', 'users'],
  'nothing-to-undo': [],
  invalid: [],
  // Validation issues
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
  'too-many-entries': ['limit'],
  'unsafe-link': ['link'],
  'unsafe-html': ['part'],
  filter: ['position'],
  'unknown-field': ['field'],
  'confirm-redirect': [],
  'until-before-from': [],
  'page-above-maximum': [],
  'rank-twice': [],
  'no-words': [],
  'term-twice': ['term'],
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
  'feed-changed': ['file'],
  'not-downloaded': ['address', 'why'],
  'private-address': ['host'],
  'pictures-no-zip': [],
  'pictures-outside': [],
  'pictures-too-many': [],
  'pictures-missing': [],
  'pictures-no-room': ['pictures', 'gigabytes'],
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

/** A reason code with the values of its message. */
export type Reason = {
  [R in ReasonCode]: (typeof reasonValues)[R] extends readonly []
    ? { readonly reason: R }
    : { readonly reason: R; readonly values: ReasonValues<R> };
}[ReasonCode];
