import { createElement as h, Fragment } from 'react';
import type { MailTemplate } from '../context.ts';
import { button, paragraph, small, title } from '../pieces.ts';

export const resetPassword: MailTemplate<{ token: string; hours: number }> = (
  { token, hours },
  { t, link, site },
) => ({
  subject: t('reset_password.subject', { site: site.name }),
  preview: t('reset_password.preview', { count: hours }),
  reason: t('reason.account', { site: site.name }),
  body: h(
    Fragment,
    null,
    title(t('reset_password.title')),
    paragraph(t('reset_password.text', { count: hours })),
    button(t('reset_password.button'), link(`/reset-password/do?token=${token}`)),
    small(t('reset_password.ignore')),
  ),
});
