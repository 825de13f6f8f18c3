export type Role = 'owner' | 'merchandiser' | 'viewer';

/** A person who signs in to the portal. */
export type Operator = {
  readonly id: number;
  readonly websiteId: number;
  readonly email: string;
  readonly role: Role;
};
