import { createElement as h, Fragment } from 'react';
import type { MailTemplate } from '../context.ts';
import { button, title } from '../pieces.ts';
import { people, type DigestProps } from './people.ts';

export const unreadReminder: MailTemplate<DigestProps> = (props, context) => {
  const { t, link, site } = context;
  const { name, total: count } = props;
  return {
    subject: t('unread_reminder.subject', { count }),
    preview: t('unread_reminder.preview'),
    reason: t('unread_reminder.reason', { site: site.name }),
    body: h(
      Fragment,
      null,
      title(t('unread_reminder.title', { name, count })),
      ...people(props, context),
      button(t('unread_reminder.button'), link('/chats')),
    ),
  };
};
