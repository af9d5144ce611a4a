import { createElement as h, Fragment } from 'react';
import type { MailTemplate } from '../context.ts';
import { button, title } from '../pieces.ts';
import { people, type DigestProps } from './people.ts';

export const savedSearch: MailTemplate<DigestProps> = (props, context) => {
  const { t, link, site } = context;
  const { name, total: count } = props;
  return {
    subject: t('saved_search.subject', { count }),
    preview: t('saved_search.preview'),
    reason: t('saved_search.reason', { site: site.name }),
    body: h(
      Fragment,
      null,
      title(t('saved_search.title', { name })),
      ...people(props, context),
      button(t('saved_search.button'), link('/saved-searches')),
    ),
  };
};
