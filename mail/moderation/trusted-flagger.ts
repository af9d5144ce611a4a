import { createElement as h, Fragment } from 'react';
import type { MailTemplate } from '../context.ts';
import { button, paragraph, small, title } from '../pieces.ts';

/** The link with which a trusted flagger sends notices (Digital Services Act, article 22). */
export const trustedFlagger: MailTemplate<{ token: string }> = ({ token }, { t, link, site }) => ({
  subject: t('trusted_flagger.subject', { site: site.name }),
  preview: t('trusted_flagger.preview'),
  reason: t('trusted_flagger.reason', { site: site.name }),
  body: h(
    Fragment,
    null,
    title(t('trusted_flagger.title')),
    paragraph(t('trusted_flagger.text', { site: site.name })),
    button(t('trusted_flagger.button'), link(`/complaints?flagger=${token}`)),
    small(t('trusted_flagger.secret')),
  ),
});
