export type Role = 'owner' | 'merchandiser' | 'viewer';

/** A person who signs in to the portal. Known once in the installation; what they may do is per website. */
export type Operator = {
  readonly id: number;
  readonly email: string;
  /** Of the installation: makes and removes websites, sees the system. No member of any website by that. */
  readonly administrator: boolean;
  /** Whether signing in asks for a code as well. */
  readonly totp: boolean;
  /** Set while the password is one that a program made: it works until then, unless it is replaced. */
  readonly passwordUntil: string | null;
};

export type Membership = { readonly websiteId: number; readonly role: Role };

/** An operator as one website sees them. */
export type Member = Membership & { readonly operatorId: number; readonly email: string };

/** Who does it, for the audit: an operator's e-mail address, `command line`, `demo`. With an address: from where. */
export type Actor = string | { readonly name: string; readonly from: string };
