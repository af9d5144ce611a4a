import type { Db } from '../../platform/database/index.ts';
import { createLinkToken } from './create-link-token.ts';
import { linkTokenHash } from './link-token.ts';

interface NewInvitation {
  operator: number;
  email: string | null;
  /** The host of the site that it admits to; null for all sites. */
  site: string | null;
  days: number;
}

/** Creates a link that admits one person. `id` identifies it in the office and does not reveal the token. */
export async function createInvitation(
  db: Db,
  { operator, email, site, days }: NewInvitation,
): Promise<{ id: string; token: string }> {
  const payload = { ...(email !== null && { email }), ...(site !== null && { site }) };
  const token = await createLinkToken(db, operator, 'invite', days * 24 * 60, payload);
  return { id: linkTokenHash(token).toString('hex'), token };
}
