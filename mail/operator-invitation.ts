import { createElement as h, Fragment } from 'react';
import type { MailTemplate } from './context.ts';
import { button, paragraph, small, title } from './pieces.ts';

export const operatorInvitation: MailTemplate<{ name: string; token: string }> = (
  { name, token },
  { t, link, site },
) => ({
  subject: t('operator_invitation.subject', { site: site.name }),
  preview: t('operator_invitation.preview'),
  reason: t('operator_invitation.reason', { site: site.name }),
  body: h(
    Fragment,
    null,
    title(t('operator_invitation.title', { name })),
    paragraph(t('operator_invitation.text', { site: site.name })),
    button(t('operator_invitation.button'), link(`/admin/login?token=${token}`)),
    small(t('operator_invitation.once')),
  ),
});
