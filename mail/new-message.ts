import { createElement as h, Fragment } from 'react';
import type { MailPerson, MailTemplate } from './context.ts';
import { button, paragraph, person, title } from './pieces.ts';
import { labelledName } from './texts.ts';

/** Unread messages of one conversation. Their text stays on the site. */
export const newMessage: MailTemplate<{ name: string; from: MailPerson; conversation: number; count: number }> = (
  { name, from, conversation, count },
  context,
) => {
  const { t, link, site, locale } = context;
  return {
    subject: t('new_message.subject', { from: labelledName(locale, from), count }),
    preview: t('new_message.preview', { from: labelledName(locale, from) }),
    reason: t('new_message.reason', { site: site.name }),
    body: h(
      Fragment,
      null,
      title(t('new_message.title', { name })),
      paragraph(t('new_message.text', { from: from.name, count })),
      person(from, context),
      button(t('new_message.button'), link(`/chats/${conversation}`)),
    ),
  };
};
