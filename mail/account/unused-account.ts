import { createElement as h, Fragment } from 'react';
import type { MailTemplate } from '../context.ts';
import { button, paragraph, title } from '../pieces.ts';

/**
 * Warns that a long-unused account will be deleted unless the member logs in. `until` is in ISO 8601 format.
 */
export const unusedAccount: MailTemplate<{ name: string; until: string }> = (
  { name, until },
  { t, link, site, day },
) => ({
  subject: t('unused_account.subject', { site: site.name }),
  preview: t('unused_account.preview', { day: day(until) }),
  reason: t('reason.account', { site: site.name }),
  body: h(
    Fragment,
    null,
    title(t('unused_account.title', { name })),
    paragraph(t('unused_account.text', { site: site.name, day: day(until) })),
    button(t('unused_account.button'), link('/login')),
  ),
});
