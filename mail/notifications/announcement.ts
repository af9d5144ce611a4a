import { createElement as h, Fragment } from 'react';
import type { AnnouncementType } from '#contract/notifications/calls.ts';
import type { MailTemplate } from '../context.ts';
import { button, paragraph, title } from '../pieces.ts';

export interface AnnouncementProps {
  type: AnnouncementType;
  subject: string;
  /** Paragraphs, separated by blank lines. */
  text: string;
  action: { label: string; path: string } | null;
}

export const announcement: MailTemplate<AnnouncementProps> = (
  { type, subject, text, action },
  { t, link, site },
) => {
  const paragraphs = text
    .split(/\n\s*\n/)
    .map((one) => one.trim())
    .filter(Boolean);
  return {
    subject,
    preview: paragraphs[0] ?? subject,
    reason:
      type === 'account'
        ? t('reason.account', { site: site.name })
        : t(`announcement.${type}`, { site: site.name }),
    body: h(
      Fragment,
      null,
      title(subject),
      ...paragraphs.map((one) => paragraph(one)),
      action ? button(action.label, link(action.path)) : null,
    ),
  };
};
