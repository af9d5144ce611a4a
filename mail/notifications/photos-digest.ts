import { createElement as h, Fragment } from 'react';
import type { MailTemplate } from '../context.ts';
import { button, title } from '../pieces.ts';
import { people, type DigestProps } from './people.ts';

/** Requests for the member's photos, and people who show theirs. */
export const photosDigest: MailTemplate<DigestProps> = (props, context) => {
  const { t, link, site } = context;
  const { name, total: count } = props;
  return {
    subject: t('photos_digest.subject', { count }),
    preview: t('photos_digest.preview'),
    reason: t('photo_request.reason', { site: site.name }),
    body: h(
      Fragment,
      null,
      title(t('photos_digest.title', { name })),
      ...people(props, context),
      button(t('photos_digest.button'), link('/photo-access')),
    ),
  };
};
