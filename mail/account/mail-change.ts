import { createElement as h, Fragment } from 'react';
import type { MailTemplate } from '../context.ts';
import { button, paragraph, small, title } from '../pieces.ts';

export const mailChange: MailTemplate<{ token: string }> = ({ token }, { t, link, site }) => ({
  subject: t('mail_change.subject', { site: site.name }),
  preview: t('mail_change.preview'),
  reason: t('mail_change.reason', { site: site.name }),
  body: h(
    Fragment,
    null,
    title(t('mail_change.title')),
    paragraph(t('mail_change.text', { site: site.name })),
    button(t('mail_change.button'), link(`/mail-change/do?token=${token}`)),
    small(t('mail_change.ignore')),
  ),
});
