import { createElement as h, Fragment } from 'react';
import { button, paragraph, small, title } from '../pieces.ts';
import type { MailTemplate } from '../context.ts';

/** The copy of their data that a member asked for is there. The link leads to the settings, behind the log-in. `until` is ISO 8601. */
export const exportReady: MailTemplate<{ name: string; until: string }> = ({ name, until }, { t, link, site, day }) => ({
  subject: t('export_ready.subject', { site: site.name }),
  preview: t('export_ready.preview', { day: day(until) }),
  reason: t('reason.account', { site: site.name }),
  body: h(
    Fragment,
    null,
    title(t('export_ready.title', { name })),
    paragraph(t('export_ready.text', { site: site.name, day: day(until) })),
    button(t('export_ready.button'), link('/notifications#data')),
    small(t('export_ready.not_me')),
  ),
});
