import { createElement as h, Fragment } from 'react';
import { button, paragraph, small, title } from './pieces.ts';
import type { MailTemplate } from './context.ts';

/** The archive that the member asked for is there. `until` is ISO 8601. */
export const exportReady: MailTemplate<{ name: string; until: string }> = ({ name, until }, { t, link, site, day }) => ({
  subject: t('export_ready.subject', { site: site.name }),
  preview: t('export_ready.preview', { day: day(until) }),
  reason: t('reason.account', { site: site.name }),
  body: h(
    Fragment,
    null,
    title(t('export_ready.title', { name })),
    paragraph(t('export_ready.text', { day: day(until) })),
    button(t('export_ready.button'), link('/notifications')),
    small(t('export_ready.private')),
  ),
});
