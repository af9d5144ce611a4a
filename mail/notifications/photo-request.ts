import { createElement as h, Fragment } from 'react';
import type { MailPerson, MailTemplate } from '../context.ts';
import { button, paragraph, person, title } from '../pieces.ts';

export const photoRequest: MailTemplate<{ name: string; from: MailPerson }> = ({ name, from }, context) => {
  const { t, link, named, site } = context;
  return {
    subject: t('photo_request.subject', { from: named(from) }),
    preview: t('photo_request.preview'),
    reason: t('photo_request.reason', { site: site.name }),
    body: h(
      Fragment,
      null,
      title(t('photo_request.title', { name })),
      paragraph(t('photo_request.text', { from: named(from) })),
      person(from, context),
      button(t('photo_request.button'), link('/photo-access')),
    ),
  };
};
