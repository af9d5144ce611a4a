import { createElement as h, Fragment } from 'react';
import type { MailPerson, MailTemplate } from '../context.ts';
import { button, paragraph, person, title } from '../pieces.ts';

export const newLike: MailTemplate<{ name: string; from: MailPerson }> = ({ name, from }, context) => {
  const { t, link, named, site } = context;
  return {
    subject: t('new_like.subject', { from: named(from) }),
    preview: t('new_like.preview'),
    reason: t('new_like.reason', { site: site.name }),
    body: h(
      Fragment,
      null,
      title(t('new_like.title', { name })),
      paragraph(t('new_like.text', { from: named(from) })),
      person(from, context),
      button(t('new_like.button', { from: named(from) }), link(`/likes/m/${from.id}`)),
    ),
  };
};
