import { createElement as h, Fragment } from 'react';
import type { Money } from '#contract/schema.ts';
import { paragraph, textLink, title } from '../pieces.ts';
import type { MailTemplate } from '../context.ts';

/** The statement of reasons when an account is closed: why, what becomes of the credits, and how to have it looked at again. */
export const accountClosed: MailTemplate<{ name: string; note: string | null; refunded: Money | null }> = ({ name, note, refunded }, { t, site, money }) => ({
  subject: t('account_closed.subject', { site: site.name }),
  preview: t('account_closed.preview'),
  reason: t('account_closed.reason', { site: site.name }),
  body: h(
    Fragment,
    null,
    title(t('account_closed.title', { name })),
    paragraph(t('account_closed.why', { site: site.name })),
    note ? paragraph(note) : null,
    paragraph(refunded ? t('account_closed.refunded', { amount: money(refunded) }) : t('account_closed.no_refund')),
    paragraph(textLink(t('account_closed.appeal', { email: site.supportEmail }), `mailto:${site.supportEmail}`)),
  ),
});
