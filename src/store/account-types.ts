import type { Actor, Member, Membership, Operator, Role } from '../domain/operator.ts';

/** Where somebody signs in from. */
export type ClientInfo = { readonly address: string; readonly userAgent: string | null };

export type Invitation = {
  readonly websiteId: number;
  readonly email: string;
  readonly role: Role;
  readonly expiresAt: string;
};

/** `temporary`: made by a program; works for a day, until its owner replaces it. */
export type PasswordKind = 'chosen' | 'temporary';

/** A website's people. An owner at least stays: taking the last one away is a `conflict`. */
export interface Members {
  list(websiteId: number): readonly Member[];
  /**
   * Without an invitation, for the command line and the demo: makes the account when there is none, and sets
   * its password. Refused for somebody who already has an account but is no member here.
   */
  put(
    websiteId: number,
    actor: Actor,
    email: string,
    role: Role,
    password: string,
    kind?: PasswordKind,
  ): Promise<Member>;
  /** Who makes a website owns it: only while nobody does; `conflict` else. */
  claim(websiteId: number, actor: Actor, operatorId: number): Member;
  setRole(websiteId: number, actor: Actor, email: string, role: Role): Member;
  /** Or withdraws the invitation. The account stays; its sessions see the website no more. */
  remove(websiteId: number, actor: Actor, email: string): void;
  /** `token` goes into the link and is told once. Inviting again replaces the link. */
  invite(websiteId: number, actor: Actor, email: string, role: Role): Invitation & { readonly token: string };
  /** Those that are still open. */
  invitations(websiteId: number): readonly Invitation[];
}

export type AuthenticatedSession = { readonly operator: Operator; readonly session: Session };

/** `refused` says no more to anybody: no such account, wrong password and wrong code are the same. */
export type SignInResult =
  | (AuthenticatedSession & { readonly ok: true; readonly token: string })
  | { readonly ok: false; readonly reason: 'refused' }
  /** The password was right; sign in again with the code. */
  | { readonly ok: false; readonly reason: 'needs-code' }
  /** Too many wrong ones for this account or from this address. Nothing was looked at. */
  | { readonly ok: false; readonly reason: 'wait'; readonly retryAfterSeconds: number };

export type Session = {
  /** Names it in the list; no credential. */
  readonly id: string;
  readonly createdAt: string;
  readonly lastSeenAt: string;
  /** The earlier of idle and absolute end. */
  readonly expiresAt: string;
  readonly address: string;
  readonly userAgent: string | null;
};

export type OperatorToken = {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
};

export type Passwords = {
  /** Signs nobody in: for actions that ask for the password again. Backs off as signing in does (`too-many`). */
  confirm(operatorId: number, password: string, from: ClientInfo): Promise<boolean>;
  /** `not-allowed` when `current` is wrong. Ends the other sessions (all but `keepSession`). */
  change(
    operatorId: number,
    actor: Actor,
    change: {
      readonly current: string;
      readonly password: string;
      readonly from: ClientInfo;
      readonly keepSession?: string;
    },
  ): Promise<void>;
  /** By the command line: a new password, no code, all sessions ended. */
  reset(actor: Actor, email: string, password: string, kind?: PasswordKind): Promise<void>;
};

/**
 * Operators themselves. Passwords need 12 to 200 characters and may not be among those known to be common
 * (`bad-input` else). Tokens and sessions are 256 bit, stored hashed, told in clear once.
 */
export interface Accounts {
  list(): readonly Operator[];
  byEmail(email: string): Operator | null;
  memberships(operatorId: number): readonly Membership[];
  roleIn(websiteId: number, operatorId: number): Role | null;
  setAdministrator(actor: Actor, email: string, administrator: boolean): Operator;
  /**
   * Ends sessions and tokens with the account. `conflict` for the last administrator, and for the only owner
   * of a website.
   */
  remove(actor: Actor, email: string): void;
  /**
   * Takes the same time for an account that is not there. `replaces`: the id of a session that ends when
   * the new one begins.
   */
  signIn(
    credentials: { readonly email: string; readonly password: string; readonly code?: string },
    from: ClientInfo,
    replaces?: string,
  ): Promise<SignInResult>;
  /** Whose session this is, which counts as use of it; null when unknown, idle too long, over or ended. */
  bySession(token: string): AuthenticatedSession | null;
  sessions(operatorId: number): readonly Session[];
  /** One's own only; `not-found` else. */
  endSession(operatorId: number, actor: Actor, id: string): void;
  /** `kdr_tok_…` */
  byToken(token: string): { readonly operator: Operator; readonly token: OperatorToken } | null;
  tokens(operatorId: number): readonly OperatorToken[];
  issueToken(operatorId: number, actor: Actor, name: string): OperatorToken & { readonly clear: string };
  revokeToken(operatorId: number, actor: Actor, id: string): void;
  readonly password: Passwords;
  readonly totp: {
    /** A secret that counts only after `enable` saw a code of it. `uri`: otpauth://, for the QR code. */
    begin(operatorId: number): { readonly secret: string; readonly uri: string };
    /** `bad-input` for a wrong code. */
    enable(operatorId: number, actor: Actor, code: string): void;
    disable(operatorId: number, actor: Actor): void;
  };
  /** What the link offers; null when it is unknown, used or too old. */
  invitation(token: string): Invitation | null;
  /**
   * Makes the account with this password. For an address that has an account already it must be that
   * account's password (`not-allowed` else), and the account becomes a member.
   */
  acceptInvitation(token: string, password: string, from: ClientInfo): Promise<Operator>;
}

export interface SetUp {
  /** A fresh link token, the one before is void; null once there is an administrator. */
  issue(): string | null;
  isValid(token: string): boolean;
  /** Works once: makes the first administrator. `not-found` for a token that is not valid. */
  complete(token: string, email: string, password: string, from: ClientInfo): Promise<Operator>;
}
