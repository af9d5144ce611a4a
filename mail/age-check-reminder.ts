import { createElement as h, Fragment } from 'react';
import type { MailTemplate } from './context.ts';
import { button, paragraph, title } from './pieces.ts';

interface Props {
  name: string;
  expiresAt: string;
}

/** A passed age check expires soon. The subject and the preview do not name it, because others can read them. */
export const ageCheckReminder: MailTemplate<Props> = ({ name, expiresAt }, { t, link, site, day }) => ({
  subject: t('age_check_reminder.subject', { site: site.name }),
  preview: t('age_check_reminder.preview'),
  reason: t('reason.account', { site: site.name }),
  body: h(
    Fragment,
    null,
    title(t('age_check_reminder.title', { name })),
    paragraph(t('age_check_reminder.text', { day: day(expiresAt) })),
    paragraph(t('age_check_reminder.renewal')),
    button(t('age_check_reminder.button'), link('/age-check')),
  ),
});
