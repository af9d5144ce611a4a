import { createElement as h, Fragment } from 'react';
import type { MailTemplate } from './context.ts';
import { button, paragraph, small, title } from './pieces.ts';

/** Invites somebody to work in the back office; the link works once. */
export const operatorInvitation: MailTemplate<{ name: string; path: string }> = ({ name, path }, { t, link, site }) => ({
  subject: t('operator_invitation.subject', { site: site.name }),
  preview: t('operator_invitation.preview'),
  reason: t('operator_invitation.reason', { site: site.name }),
  body: h(
    Fragment,
    null,
    title(t('operator_invitation.title', { name })),
    paragraph(t('operator_invitation.text', { site: site.name })),
    button(t('operator_invitation.button'), link(path)),
    small(t('operator_invitation.once')),
  ),
});
