import { createElement as h, Fragment } from 'react';
import type { MailTemplate } from '../context.ts';
import { button, paragraph, small, title } from '../pieces.ts';

/** The link to choose a new password. `hours`: how long it works. */
export const resetPassword: MailTemplate<{ name: string; token: string; hours: number }> = ({ name, token, hours }, { t, link, site }) => ({
  subject: t('reset_password.subject', { site: site.name }),
  preview: t('reset_password.preview', { count: hours }),
  reason: t('reason.account', { site: site.name }),
  body: h(
    Fragment,
    null,
    title(t('reset_password.title', { name })),
    paragraph(t('reset_password.text', { count: hours })),
    button(t('reset_password.button'), link(`/reset-password/do?token=${token}`)),
    small(t('reset_password.ignore')),
  ),
});
