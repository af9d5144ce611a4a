import { createElement as h, Fragment } from 'react';
import type { MailPerson, MailTemplate } from '../context.ts';
import { button, paragraph, person, title } from '../pieces.ts';

export const photoGrant: MailTemplate<{ name: string; from: MailPerson }> = ({ name, from }, context) => {
  const { t, link, named, site } = context;
  return {
    subject: t('photo_grant.subject', { from: named(from) }),
    preview: t('photo_grant.preview'),
    reason: t('photo_request.reason', { site: site.name }),
    body: h(
      Fragment,
      null,
      title(t('photo_grant.title', { name })),
      paragraph(t('photo_grant.text', { from: named(from) })),
      person(from, context),
      button(t('photo_grant.button', { from: named(from) }), link(`/members/${from.id}`)),
    ),
  };
};
