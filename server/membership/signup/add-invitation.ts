import { sql } from 'kysely';
import type { CallBody, CallReply } from '#contract/calls.ts';
import { checkEmail } from '#contract/rules/account-rules.ts';
import { DEFAULT_SITE } from '#contract/site-settings/sites.ts';
import { createInvitation, endInvitationsTo } from '../../identity/index.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, one } from '../../platform/database/index.ts';
import type { CallContext } from '../../platform/http/context.ts';
import { refuseFields } from '../../platform/http/refusal.ts';
import { siteChoices } from '../../site-scope/index.ts';
import { originOf } from '../../site-settings/index.ts';
import { invitePath } from './invite-path.ts';

/**
 * POST /api/admin/invitations. An address is mailed its link, and earlier invitations to it on that site end, so
 * a repeated request leaves one that works. Throws `invalid_fields` for an invalid address and an unknown site.
 */
export async function addInvitation(
  app: App,
  { email: typed, language, days, site = null }: CallBody<'addInvitation'>,
  { member, audit }: Pick<CallContext, 'member' | 'audit'>,
): Promise<CallReply<'addInvitation'>> {
  const email = typed?.trim() ?? null;
  if (email !== null && checkEmail(email)) throw refuseFields({ email: 'email_invalid' });
  const host = site === DEFAULT_SITE ? null : site;
  return inTransaction(app.db, async (tx) => {
    if (site !== null && !(await siteChoices(tx, [site])).some(({ host: known }) => known === site))
      throw refuseFields({ site: 'invalid' });
    if (email !== null) await endInvitationsTo(tx, email, site);
    const { id, token } = await createInvitation(tx, { operator: member.memberId, email, site, days });
    await audit(tx, { object: id, site, details: { site, days, mailed: email !== null } });
    if (email !== null) {
      const { until } = await one(
        sql<{ until: Date }>`select app_now() + ${days} * interval '1 day' as until`.execute(tx),
      );
      await app.mailer.sendToTyped(
        tx,
        'invitation',
        { email, locale: language, host },
        { token, until: until.toISOString() },
      );
    }
    return { id, link: (await originOf(app, host)) + invitePath(token) };
  });
}
