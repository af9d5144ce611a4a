import { createElement as h, Fragment } from 'react';
import type { MailTemplate } from '../context.ts';
import { button, title } from '../pieces.ts';
import { people, type DigestProps } from './people.ts';

export const messagesDigest: MailTemplate<DigestProps> = (props, context) => {
  const { t, link, site } = context;
  const { name, total: count } = props;
  return {
    subject: t('messages_digest.subject', { count }),
    preview: t('messages_digest.preview'),
    reason: t('new_message.reason', { site: site.name }),
    body: h(
      Fragment,
      null,
      title(t('messages_digest.title', { name, count })),
      ...people(props, context),
      button(t('messages_digest.button'), link('/chats')),
    ),
  };
};
