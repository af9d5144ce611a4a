import { createElement as h, Fragment } from 'react';
import type { MailTemplate } from '../context.ts';
import { button, title } from '../pieces.ts';
import { people, type DigestProps } from './people.ts';

export const weeklyUpdate: MailTemplate<DigestProps> = (props, context) => {
  const { t, link, site } = context;
  const { name, total: count } = props;
  return {
    subject: t('weekly_update.subject', { count }),
    preview: t('weekly_update.preview'),
    reason: t('weekly_update.reason', { site: site.name }),
    body: h(
      Fragment,
      null,
      title(t('weekly_update.title', { name, count })),
      ...people(props, context),
      button(t('weekly_update.button'), link('/members')),
    ),
  };
};
