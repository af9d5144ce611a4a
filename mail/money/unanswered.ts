import { createElement as h, Fragment } from 'react';
import type { MailPerson, MailTemplate } from '../context.ts';
import { button, paragraph, person, title } from '../pieces.ts';

/** Credits were returned because nobody answered for a fictional profile in time (docs/product.md 10.10). */
export const unanswered: MailTemplate<{
  name: string;
  from: MailPerson;
  conversation: number;
  credits: number;
  hours: number;
}> = ({ name, from, conversation, credits, hours }, context) => {
  const { t, link, site } = context;
  return {
    subject: t('unanswered.subject', { count: credits }),
    preview: t('unanswered.preview', { from: from.name }),
    reason: t('unanswered.reason', { site: site.name }),
    body: h(
      Fragment,
      null,
      title(t('unanswered.title', { name })),
      paragraph(t('unanswered.text', { from: from.name, hours, count: credits })),
      person(from, context),
      button(t('unanswered.button'), link(`/chats/${conversation}`)),
    ),
  };
};
