import { createElement as h, Fragment } from 'react';
import type { MailTemplate } from '../context.ts';
import { button, paragraph, small, title } from '../pieces.ts';

/** After a deletion: the 14 days to come back (docs/product.md 4). `until` is ISO 8601. */
export const accountDeleted: MailTemplate<{ name: string; token: string; until: string }> = ({ name, token, until }, { t, link, site, day }) => ({
  subject: t('account_deleted.subject', { site: site.name }),
  preview: t('account_deleted.preview', { day: day(until) }),
  reason: t('account_deleted.reason', { site: site.name }),
  body: h(
    Fragment,
    null,
    title(t('account_deleted.title', { name })),
    paragraph(t('account_deleted.text', { day: day(until), site: site.name })),
    button(t('account_deleted.button'), link(`/account-deleted?token=${token}`)),
    small(t('account_deleted.after')),
  ),
});
