import { useInfiniteQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect, useState } from 'react';
import type { CallReply } from '#contract/calls.ts';
import { isSearchable, searchWords } from '#contract/rules/chat-search-rules.ts';
import { useShortTime } from '#web/chat/short-time.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { LoadFailed } from '#web/messages/load-failed.tsx';
import { Marked } from '#web/messages/marked.tsx';
import { useParams, useRouteName } from '#web/router/hooks.ts';
import { Link } from '#web/router/link.tsx';
import { useApi, useMember } from '#web/session/use-session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { KindLabel } from '#web/ui/portrait/kind-label.tsx';
import { RowSkeleton } from '#web/ui/skeleton.tsx';
import styles from './conversation-list.module.css';
import own from './search-results.module.css';

type Hit = CallReply<'searchChats'>['messages'][number];

const PAUSE_MS = 150;
/** Pages can be short, so loading continues until this many hits are shown. */
const ENOUGH_HITS = 12;
const MOST_PAGES = 6;

export default function SearchResults({ text }: { text: string }) {
  const { t } = useTranslation('chat');
  const { id: open } = useParams();
  const Heading = useRouteName() === 'chats' ? 'h2' : 'h3';
  const { data, error, pending, searching, more, retry } = useSearch(useSettled(text));
  const people = data?.pages[0]?.people ?? [];
  const messages = data?.pages.flatMap((page) => page.messages) ?? [];
  if (error) {
    return (
      <div className={styles['note']}>
        <LoadFailed onRetry={retry}>{t('search.failed')}</LoadFailed>
      </div>
    );
  }
  if (pending) return Array.from({ length: 4 }, (_, row) => <RowSkeleton key={row} />);
  return (
    <div aria-busy={searching}>
      {people.length > 0 && (
        <section>
          <Heading className={own['heading']}>{t('search.people')}</Heading>
          <ul>
            {people.map(({ conversation, profile }) => (
              <li key={conversation}>
                <Link
                  to={`/chats/${conversation}`}
                  className={clsx(styles['entry'], Number(open) === conversation && styles['here'])}
                >
                  <Avatar profile={profile} size={44} online />
                  <span className={styles['name']}>
                    {profile.name}
                    <KindLabel profile={profile} plain />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {messages.length > 0 && (
        <section>
          <Heading className={own['heading']}>{t('search.messages')}</Heading>
          <ul>
            {messages.map((hit) => (
              <Found key={hit.message} hit={hit} />
            ))}
          </ul>
        </section>
      )}
      <p
        className={styles['nobody']}
        role="status"
        hidden={people.length + messages.length > 0 && !searching}
      >
        {searching ? t('search.searching') : t('search.none', { text: text.trim() })}
      </p>
      {more && !searching && (
        <Button look="quiet" wide onClick={more}>
          {t('search.more')}
        </Button>
      )}
    </div>
  );
}

function Found({ hit }: { hit: Hit }) {
  const { t } = useTranslation('chat');
  const member = useMember();
  const shortTime = useShortTime();
  const { profile } = hit;
  return (
    <li>
      <Link to={`/chats/${hit.conversation}?message=${hit.message}`} className={styles['entry']}>
        <Avatar profile={profile} size={44} />
        <span className={styles['text']}>
          <span className={own['top']}>
            <span className={styles['name']}>
              {profile.name}
              <KindLabel profile={profile} plain />
            </span>
            <time dateTime={hit.created_at} suppressHydrationWarning>
              {shortTime(hit.created_at)}
            </time>
          </span>
          <span className={own['excerpt']}>
            {hit.sender === member.id && t('list.you', { said: '' })}
            <Marked text={hit.text} hits={hit.hits} />
          </span>
        </span>
      </Link>
    </li>
  );
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

function useSearch(text: string) {
  const api = useApi();
  const searchable = isSearchable(searchWords(text));
  const query = useInfiniteQuery({
    enabled: searchable,
    queryKey: ['chat-search', text],
    queryFn: ({ pageParam, signal }) =>
      api.call('searchChats', { body: { text, ...(pageParam && { cursor: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    // Keeps the previous results on screen while the next ones load.
    placeholderData: (before) => before,
    staleTime: 0,
    gcTime: 0,
  });
  const { data, hasNextPage, isFetching, isPlaceholderData, fetchNextPage } = query;
  const pages = data?.pages.length ?? 0;
  const hits = data?.pages.reduce((sum, page) => sum + page.messages.length, 0) ?? 0;
  const goesOn = hasNextPage && !isPlaceholderData && hits < ENOUGH_HITS && pages < MOST_PAGES;
  useEffect(() => {
    if (goesOn && !isFetching) void fetchNextPage();
  }, [goesOn, isFetching, fetchNextPage]);
  return {
    data,
    error: query.error,
    pending: searchable && !data,
    searching: isFetching || goesOn,
    more: hasNextPage ? () => void fetchNextPage() : null,
    retry: () => void query.refetch(),
  };
}
