import { createElement as h, Fragment } from 'react';
import type { MailContext, MailTemplate } from '../context.ts';
import { button, heading, title } from '../pieces.ts';
import { people, type DigestProps } from './people.ts';

type About = 'conversations' | 'messages' | 'matches' | 'likes' | 'photos' | 'searches';

export interface NewsDigestProps {
  name: string;
  /** The news by kind, with the people it concerns. */
  sections: (Pick<DigestProps, 'people' | 'total'> & { about: About })[];
}

const headings: Record<About, string> = {
  conversations: 'conversations_digest.subject',
  messages: 'messages_digest.subject',
  matches: 'news_digest.matches',
  likes: 'likes_digest.subject',
  photos: 'photos_digest.subject',
  searches: 'saved_search.subject',
};

/** All news of a day or week in one mail, for members who chose that. */
export const newsDigest: MailTemplate<NewsDigestProps> = ({ name, sections }, context) => {
  const { t, link, site } = context;
  const isOfMessages = sections.every(({ about }) => about === 'conversations' || about === 'messages');
  return {
    subject: t('news_digest.subject', { site: site.name }),
    preview: sections.map((section) => headingOf(section, context)).join(' · '),
    reason: t('news_digest.reason', { site: site.name }),
    body: h(
      Fragment,
      null,
      title(t('news_digest.title', { name })),
      ...sections.flatMap((section) => [heading(headingOf(section, context)), ...people(section, context)]),
      button(t('news_digest.button'), link(isOfMessages ? '/chats' : '/activity')),
    ),
  };
};

const headingOf = ({ about, total: count }: NewsDigestProps['sections'][number], { t }: MailContext) =>
  t(headings[about], { count });
