import { createElement as h, Fragment } from 'react';
import type { MailTemplate } from '../context.ts';
import { button, paragraph, title } from '../pieces.ts';

/** What an operator announces: news of the site, or an offer. The words are the operator's own, in the reader's language. */
export interface AnnouncementProps {
  type: 'news' | 'promotions';
  subject: string;
  /** Paragraphs, parted by an empty line. */
  text: string;
  /** The label of the button and the page that it opens; null without a button. */
  action: { label: string; path: string } | null;
}

export const announcement: MailTemplate<AnnouncementProps> = ({ type, subject, text, action }, { t, link, site }) => {
  const paragraphs = text
    .split(/\n\s*\n/)
    .map((one) => one.trim())
    .filter(Boolean);
  return {
    subject,
    preview: paragraphs[0] ?? subject,
    reason: t(`announcement.${type}`, { site: site.name }),
    body: h(Fragment, null, title(subject), ...paragraphs.map((one) => paragraph(one)), action ? button(action.label, link(action.path)) : null),
  };
};
