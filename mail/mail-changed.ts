import { createElement as h, Fragment } from 'react';
import type { MailTemplate } from './context.ts';
import { paragraph, textLink, title } from './pieces.ts';

/** To the former address, after the change: its owner has to know, and what to do when it was somebody else. */
export const mailChanged: MailTemplate<{ name: string }> = ({ name }, { t, site }) => ({
  subject: t('mail_changed.subject', { site: site.name }),
  preview: t('mail_changed.preview'),
  reason: t('reason.account', { site: site.name }),
  body: h(
    Fragment,
    null,
    title(t('mail_changed.title', { name })),
    paragraph(t('mail_changed.text', { site: site.name })),
    paragraph(textLink(t('mail_changed.not_me', { email: site.supportEmail }), `mailto:${site.supportEmail}`)),
  ),
});
