import { createElement as h, Fragment } from 'react';
import type { MailPerson, MailTemplate } from '../context.ts';
import { button, paragraph, person, title } from '../pieces.ts';

/** Unread messages of one conversation, without their text. */
export const newMessage: MailTemplate<{
  name: string;
  from: MailPerson;
  conversation: number;
  count: number;
}> = ({ name, from, conversation, count }, context) => {
  const { t, link, named, site } = context;
  return {
    subject: t('new_message.subject', { from: named(from), count }),
    preview: t('new_message.preview', { from: named(from) }),
    reason: t('new_message.reason', { site: site.name }),
    body: h(
      Fragment,
      null,
      title(t('new_message.title', { name })),
      paragraph(t('new_message.text', { from: named(from), count })),
      person(from, context),
      button(t('new_message.button'), link(`/chats/${conversation}`)),
    ),
  };
};
