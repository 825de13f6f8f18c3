/** From the most to the least rights. */
export const roles = ['owner', 'merchandiser', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** A person who signs in to the portal. One account per installation; roles are per website. */
export type Operator = {
  readonly id: number;
  readonly email: string;
  /** Of the installation: creates and removes websites and sees the system page; has to enter a website to see inside. */
  readonly administrator: boolean;
  /** Whether signing in needs a TOTP code as well. */
  readonly totp: boolean;
  /** Expiry of a generated password; null once the operator has set their own. */
  readonly passwordUntil: string | null;
};

export type Membership = { readonly websiteId: number; readonly role: Role };

/** An administrator in a website that they are no member of: has the rights of an owner until it ends. */
export type Visit = { readonly websiteId: number; readonly reason: string; readonly until: string };

/** An operator as one website sees them. */
export type Member = Membership & { readonly operatorId: number; readonly email: string };

/** For the audit log: an operator's e-mail address, `command line` or `demo`; `from` is the client's IP address. */
export type Actor = string | { readonly name: string; readonly from: string };
