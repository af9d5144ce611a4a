import { createElement as h, Fragment } from 'react';
import { sectionPath } from '#contract/membership/settings-sections.ts';
import type { MailTemplate } from '../context.ts';
import { button, paragraph, small, title } from '../pieces.ts';

/** The link leads to the settings, which require a login. `until` is in ISO 8601 format. */
export const exportReady: MailTemplate<{ name: string; until: string }> = (
  { name, until },
  { t, link, site, day },
) => ({
  subject: t('export_ready.subject', { site: site.name }),
  preview: t('export_ready.preview', { day: day(until) }),
  reason: t('reason.account', { site: site.name }),
  body: h(
    Fragment,
    null,
    title(t('export_ready.title', { name })),
    paragraph(t('export_ready.text', { site: site.name, day: day(until) })),
    button(t('export_ready.button'), link(sectionPath('data'))),
    small(t('export_ready.not_me')),
  ),
});
