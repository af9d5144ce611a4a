import { createElement as h, Fragment } from 'react';
import type { MailTemplate } from './context.ts';
import { button, paragraph, title } from './pieces.ts';

export const measureEnded: MailTemplate<{ name: string; note: string }> = (
  { name, note },
  { t, link, site },
) => ({
  subject: t('measure_ended.subject', { site: site.name }),
  preview: t('measure_ended.preview'),
  reason: t('reason.account', { site: site.name }),
  body: h(
    Fragment,
    null,
    title(t('measure_ended.title', { name })),
    paragraph(t('measure_ended.text')),
    paragraph(note),
    button(t('measure_ended.button'), link('/login')),
  ),
});
