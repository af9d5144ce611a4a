import { createElement as h, Fragment } from 'react';
import type { MailTemplate } from '../context.ts';
import { button, paragraph, textLink, title } from '../pieces.ts';

/**
 * Sent to the former address after the change, so that its owner can reverse it for some days. `until` is in
 * ISO 8601 format.
 */
export const mailChanged: MailTemplate<{ name: string; token: string; until: string }> = (
  { name, token, until },
  { t, link, day, site },
) => ({
  subject: t('mail_changed.subject', { site: site.name }),
  preview: t('mail_changed.preview'),
  reason: t('reason.account', { site: site.name }),
  body: h(
    Fragment,
    null,
    title(t('mail_changed.title', { name })),
    paragraph(t('mail_changed.text', { site: site.name })),
    paragraph(t('mail_changed.way_back', { day: day(until) })),
    button(t('mail_changed.button'), link(`/mail-change/do?token=${token}`)),
    paragraph(
      textLink(t('mail_changed.not_me', { email: site.supportEmail }), `mailto:${site.supportEmail}`),
    ),
  ),
});
