import { createElement as h, Fragment } from 'react';
import type { MailTemplate } from '../context.ts';
import { button, paragraph, title } from '../pieces.ts';

export const checkIn: MailTemplate<{ token: string }> = ({ token }, { t, link, site }) => ({
  subject: t('check_in.subject'),
  preview: t('check_in.preview'),
  reason: t('check_in.reason', { site: site.name }),
  body: h(
    Fragment,
    null,
    title(t('check_in.title')),
    paragraph(t('check_in.text')),
    button(t('check_in.button'), link(`/check-in?token=${token}`)),
  ),
});
