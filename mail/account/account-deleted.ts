import { createElement as h, Fragment } from 'react';
import type { MailTemplate } from '../context.ts';
import { button, paragraph, small, title } from '../pieces.ts';

/**
 * Sent after a deletion, with the link that restores the account within 14 days (docs/product.md 4.2).
 * `until` is in ISO 8601 format.
 */
export const accountDeleted: MailTemplate<{ token: string; until: string }> = (
  { token, until },
  { t, link, site, day },
) => ({
  subject: t('account_deleted.subject', { site: site.name }),
  preview: t('account_deleted.preview', { day: day(until) }),
  reason: t('account_deleted.reason', { site: site.name }),
  body: h(
    Fragment,
    null,
    title(t('account_deleted.title')),
    paragraph(t('account_deleted.text', { day: day(until), site: site.name })),
    button(t('account_deleted.button'), link(`/account-deleted?token=${token}`)),
    small(t('account_deleted.after')),
  ),
});
