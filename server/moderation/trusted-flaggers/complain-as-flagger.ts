import type { CallBody } from '#contract/calls.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { App } from '../../platform/app.ts';
import { refuseFields } from '../../platform/http/refusal.ts';
import { viewerOf } from '../../visibility/index.ts';
import { complain } from '../complain.ts';
import { flaggerOf } from './flagger-of.ts';
import { profileInAddress } from './profile-in-address.ts';

/**
 * POST /api/trusted-flagger.php: stores a notice of a trusted flagger, which comes first in the queue. If its address is one
 * of a profile, the notice is about that member. Throws `link_expired` for a link that does not work, and `invalid_fields`.
 */
export async function complainAsFlagger(
  app: Pick<App, 'config' | 'db' | 'jobs' | 'mailer' | 'parts'>,
  { token, content_url, ...notice }: CallBody<'flaggerComplaint'>,
  { locale, host }: { locale: Locale; host: string },
): Promise<{ id: number }> {
  const { id, name, email } = await flaggerOf(app, token);
  if (content_url.trim() === '') throw refuseFields({ content_url: 'required' });
  const profile = await profileInAddress(app.db, content_url, host);
  return complain(
    app,
    { ...(await viewerOf(app, null, host)), locale, host, trustedFlagger: id },
    { ...notice, content_url, name, email, ...(profile !== null && { profile }) },
  );
}
