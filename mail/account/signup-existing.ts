import { createElement as h, Fragment } from 'react';
import type { MailTemplate } from '../context.ts';
import { button, paragraph, small, textLink, title } from '../pieces.ts';

/**
 * Sent to the owner of an address with which somebody tried to sign up again. The signup page never reveals
 * that the address is taken.
 */
export const signupExisting: MailTemplate<{ name: string }> = ({ name }, { t, link, site }) => ({
  subject: t('signup_existing.subject', { site: site.name }),
  preview: t('signup_existing.preview'),
  reason: t('reason.account', { site: site.name }),
  body: h(
    Fragment,
    null,
    title(t('signup_existing.title', { name })),
    paragraph(t('signup_existing.text', { site: site.name })),
    button(t('signup_existing.button'), link('/login')),
    paragraph(textLink(t('signup_existing.reset'), link('/reset-password'))),
    small(t('signup_existing.ignore')),
  ),
});
