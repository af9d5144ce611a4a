import { createElement as h, Fragment } from 'react';
import type { MailTemplate } from '../context.ts';
import { button, paragraph, small, title } from '../pieces.ts';

/** Confirms the address after signup. The button is the only link whose address contains "activation". */
export const activation: MailTemplate<{ token: string }> = ({ token }, { t, link, site }) => ({
  subject: t('activation.subject', { site: site.name }),
  preview: t('activation.preview'),
  reason: t('activation.reason', { site: site.name }),
  body: h(
    Fragment,
    null,
    title(t('activation.title')),
    paragraph(t('activation.text', { site: site.name })),
    button(t('activation.button'), link(`/activate/done?token=${token}`)),
    small(t('activation.ignore')),
  ),
});
