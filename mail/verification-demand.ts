import { createElement as h, Fragment } from 'react';
import type { MailTemplate } from './context.ts';
import { button, paragraph, small, title } from './pieces.ts';

interface Props {
  name: string;
  /** What the operator wrote. */
  words: string;
}

/** An operator asks a member to be verified, with the reasons (Digital Services Act, article 17). */
export const verificationDemand: MailTemplate<Props> = ({ name, words }, { t, link, site }) => ({
  subject: t('verification_demand.subject', { site: site.name }),
  preview: t('verification_demand.preview'),
  reason: t('reason.account', { site: site.name }),
  body: h(
    Fragment,
    null,
    title(t('verification_demand.title', { name })),
    paragraph(t('verification_demand.text')),
    paragraph(words),
    paragraph(t('measure.by_person')),
    button(t('verification_demand.button'), link('/verification')),
    small(t('verification_demand.object')),
  ),
});
