import { createElement as h, Fragment } from 'react';
import type { MailTemplate } from '../context.ts';
import { button, paragraph, title } from '../pieces.ts';

/**
 * Sent to the current address when a change is requested. At this point nothing has changed, and a new
 * password cancels the request.
 */
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
