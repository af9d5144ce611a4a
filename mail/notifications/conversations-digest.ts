import { createElement as h, Fragment } from 'react';
import type { MailTemplate } from '../context.ts';
import { button, title } from '../pieces.ts';
import { people, type DigestProps } from './people.ts';

export const conversationsDigest: MailTemplate<DigestProps> = (props, context) => {
  const { t, link, site } = context;
  const { name, total: count } = props;
  return {
    subject: t('conversations_digest.subject', { count }),
    preview: t('conversations_digest.preview'),
    reason: t('new_conversation.reason', { site: site.name }),
    body: h(
      Fragment,
      null,
      title(t('conversations_digest.title', { name, count })),
      ...people(props, context),
      button(t('conversations_digest.button'), link('/chats')),
    ),
  };
};
