import { createElement as h, Fragment } from 'react';
import type { MailPerson, MailTemplate } from '../context.ts';
import { button, paragraph, person, title } from '../pieces.ts';

export const match: MailTemplate<{ name: string; from: MailPerson }> = ({ name, from }, context) => {
  const { t, link, named, site } = context;
  return {
    subject: t('match.subject', { from: named(from) }),
    preview: t('match.preview'),
    reason: t('new_like.reason', { site: site.name }),
    body: h(
      Fragment,
      null,
      title(t('match.title', { name })),
      paragraph(t('match.text', { from: named(from) })),
      person(from, context),
      button(t('match.button'), link(`/members/${from.id}/chat`)),
    ),
  };
};
