import { createElement as h, Fragment } from 'react';
import type { MailTemplate } from '../context.ts';
import { button, paragraph, title } from '../pieces.ts';

export const profileReminder: MailTemplate<{ name: string; lacks: ('photo' | 'about')[] }> = (
  { name, lacks },
  { t, link, site },
) => ({
  subject: t('profile_reminder.subject', { site: site.name }),
  preview: t('profile_reminder.preview'),
  reason: t('profile_reminder.reason', { site: site.name }),
  body: h(
    Fragment,
    null,
    title(t('profile_reminder.title', { name })),
    ...lacks.map((what) => paragraph(t(`profile_reminder.${what}`))),
    button(t('profile_reminder.button'), link('/profile')),
  ),
});
