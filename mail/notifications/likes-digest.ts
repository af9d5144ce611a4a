import { createElement as h, Fragment } from 'react';
import type { MailTemplate } from '../context.ts';
import { button, title } from '../pieces.ts';
import { people, type DigestProps } from './people.ts';

export const likesDigest: MailTemplate<DigestProps> = (props, context) => {
  const { t, link, site } = context;
  const { name, total: count } = props;
  return {
    subject: t('likes_digest.subject', { count }),
    preview: t('likes_digest.preview'),
    reason: t('new_like.reason', { site: site.name }),
    body: h(
      Fragment,
      null,
      title(t('likes_digest.title', { name, count })),
      ...people(props, context),
      button(t('likes_digest.button'), link('/likes')),
    ),
  };
};
