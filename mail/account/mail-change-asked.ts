import { createElement as h, Fragment } from 'react';
import { button, paragraph, title } from '../pieces.ts';
import type { MailTemplate } from '../context.ts';

/** To the present address when another one is asked for: nothing has happened yet, and a new password stops it. */
export const mailChangeAsked: MailTemplate<{ name: string }> = ({ name }, { t, link, site }) => ({
  subject: t('mail_change_asked.subject', { site: site.name }),
  preview: t('mail_change_asked.preview'),
  reason: t('reason.account', { site: site.name }),
  body: h(
    Fragment,
    null,
    title(t('mail_change_asked.title', { name })),
    paragraph(t('mail_change_asked.text', { site: site.name })),
    paragraph(t('mail_change_asked.not_me')),
    button(t('password_changed.button'), link('/reset-password')),
  ),
});
