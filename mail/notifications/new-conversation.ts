import { createElement as h, Fragment } from 'react';
import type { MailPerson, MailTemplate } from '../context.ts';
import { button, paragraph, person, title } from '../pieces.ts';

/** A first message from somebody. The mail does not include its text. */
export const newConversation: MailTemplate<{
  name: string;
  from: MailPerson;
  conversation: number;
  count: number;
}> = ({ name, from, conversation, count }, context) => {
  const { t, link, named, site } = context;
  return {
    subject: t('new_conversation.subject', { from: named(from) }),
    preview: t('new_message.preview', { from: named(from) }),
    reason: t('new_conversation.reason', { site: site.name }),
    body: h(
      Fragment,
      null,
      title(t('new_conversation.title', { name })),
      paragraph(t('new_message.text', { from: named(from), count })),
      person(from, context),
      button(t('new_message.button'), link(`/chats/${conversation}`)),
    ),
  };
};
