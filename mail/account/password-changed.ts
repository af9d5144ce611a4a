import { createElement as h, Fragment } from 'react';
import type { MailTemplate } from '../context.ts';
import { button, paragraph, title } from '../pieces.ts';

export const passwordChanged: MailTemplate<{ name: string }> = ({ name }, { t, link, site }) => ({
  subject: t('password_changed.subject', { site: site.name }),
  preview: t('password_changed.preview'),
  reason: t('reason.account', { site: site.name }),
  body: h(
    Fragment,
    null,
    title(t('password_changed.title', { name })),
    paragraph(t('password_changed.text', { site: site.name })),
    paragraph(t('password_changed.not_me')),
    button(t('password_changed.button'), link('/reset-password')),
  ),
});
