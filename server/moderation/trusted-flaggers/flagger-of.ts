import type { App } from '../../platform/app.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { flaggerSigner, type FlaggerLink } from './flagger-link.ts';

/**
 * The trusted flagger that a link was mailed to. Throws `link_expired` for a forged, expired or renewed link, and after
 * the status has ended.
 */
export async function flaggerOf(
  app: Pick<App, 'config' | 'db'>,
  token: string,
): Promise<{ id: string; name: string; email: string }> {
  // Only tokens that this server has signed for trusted flaggers unpack, so their value has this shape.
  const link = flaggerSigner(app.config).unpack(token) as FlaggerLink | null;
  if (!link) throw refuse('link_expired');
  const flagger = await app.db
    .selectFrom('trusted_flaggers')
    .where('id', '=', link.flagger)
    .where('link_version', '=', link.version)
    .where('ended_at', 'is', null)
    .select(['id', 'name', 'email'])
    .executeTakeFirst();
  if (!flagger) throw refuse('link_expired');
  return flagger;
}
