import { createElement as h, Fragment } from 'react';
import type { MailTemplate } from '../context.ts';
import { button, paragraph, small, title } from '../pieces.ts';

/** Sent to an address that an operator typed in. It contains nothing else that the operator typed. */
export const invitation: MailTemplate<{ token: string; until: string }> = (
  { token, until },
  { t, link, day, site },
) => ({
  subject: t('invitation.subject', { site: site.name }),
  preview: t('invitation.preview'),
  reason: t('invitation.reason', { site: site.name }),
  body: h(
    Fragment,
    null,
    title(t('invitation.title')),
    paragraph(t('invitation.text', { site: site.name, day: day(until) })),
    button(t('invitation.button'), link(`/complete-signup?invite=${token}`)),
    small(t('invitation.ignore')),
  ),
});
