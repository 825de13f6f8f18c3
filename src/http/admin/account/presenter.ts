import type { OperatorToken, Session } from '../../../store/account-types.ts';
import type { SchemaValue } from '../contract/route.ts';
import type { OpenSession, OperatorToken as WireToken } from './schema.ts';

export const presentOpenSession = (
  { id, createdAt, lastSeenAt, address, userAgent }: Session,
  current: string | null,
): SchemaValue<typeof OpenSession> => ({
  id,
  createdAt,
  lastUsedAt: lastSeenAt,
  address,
  userAgent,
  current: id === current,
});

export const presentToken = ({
  id,
  name,
  createdAt,
  lastUsedAt,
}: OperatorToken): SchemaValue<typeof WireToken> => ({
  id,
  name,
  createdAt,
  lastUsedAt,
});
