import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { NavLink, useParams } from 'react-router';
import type { ChatSummary } from '#contract/chat.ts';
import { isSearchable, searchWords } from '#contract/rules/chat-search-rules.ts';
import { useRouteName } from '#web/page/route-name.ts';
import { useLiveEvent } from '#web/session/live-events.ts';
import { chatsQuery } from '#web/session/queries.ts';
import { useApi, useMember } from '#web/session/use-session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconMessage, IconSearch, IconX } from '#web/ui/icons.ts';
import { KindLabel } from '#web/ui/portrait-card.tsx';
import { RowSkeleton } from '#web/ui/skeleton.tsx';
import { changeSummary } from '#web/chat/chat-query.ts';
import { useShortTime } from '#web/chat/short-time.ts';
import { useTyping } from '#web/chat/typing.ts';
import { LoadFailed } from '../load-failed.tsx';
import styles from './conversation-list.module.css';

// Nobody searches before having typed: its code comes then.
const SearchResults = lazy(() => import('./search-results.tsx'));

/** The member's conversations, newest first, with unread counts, presence and labels. */
export function ConversationList() {
  const { t } = useTranslation('chat');
  const queries = useQueryClient();
  const member = useMember();
  const { data, isError, refetch } = useQuery(chatsQuery);
  const { older, next, more, busy } = useOlder(data?.next ?? null);
  const [sought, setSought] = useState('');
  // Beside an open conversation the page is about that one.
  const Title = useRouteName() === 'chats' ? 'h1' : 'h2';

  useLiveEvent('read', ({ conversation, by }) => by === member.id && changeSummary(queries, conversation, { num_unread_messages: 0 }));
  useLiveEvent('presence', ({ profile, online }) => {
    const chat = data?.chats.find((entry) => entry.profile.id === profile);
    if (chat) changeSummary(queries, chat.conversation.id, { online });
  });

  const known = new Set(data?.chats.map(({ conversation }) => conversation.id));
  const chats = data && [...data.chats, ...older.filter(({ conversation }) => !known.has(conversation.id))];
  const searching = isSearchable(searchWords(sought));
  return (
    <nav className={styles['list']} aria-label={t('list.label')} aria-busy={!chats && !isError}>
      <Title className={styles['title']}>{t('title')}</Title>
      {!!chats?.length && <SearchField sought={sought} onSought={setSought} />}
      {searching && (
        <Suspense fallback={<RowSkeleton />}>
          <SearchResults text={sought} />
        </Suspense>
      )}
      {!chats && isError && (
        <div className={styles['note']}>
          <LoadFailed onRetry={() => void refetch()}>{t('list.failed')}</LoadFailed>
        </div>
      )}
      {!chats && !isError && Array.from({ length: 7 }, (_, row) => <RowSkeleton key={row} />)}
      {chats?.length === 0 && (
        <EmptyState
          icon={<IconMessage size={32} aria-hidden="true" />}
          title={t('list.empty')}
          text={t('list.empty_text')}
          action={<ButtonLink to="/members">{t('choose.members')}</ButtonLink>}
        />
      )}
      <ul hidden={searching}>
        {chats?.map((chat) => (
          <Entry key={chat.conversation.id} chat={chat} member={member.id} />
        ))}
      </ul>
      {next && !searching && (
        <Button look="quiet" wide busy={busy} onClick={more}>
          {t('common:more')}
        </Button>
      )}
    </nav>
  );
}

/** Above the list: names and words of messages. Escape leaves the search. */
function SearchField({ sought, onSought }: { sought: string; onSought: (text: string) => void }) {
  const { t } = useTranslation('chat');
  return (
    <label className={styles['search']}>
      <IconSearch size={18} aria-hidden="true" />
      <span className="visually-hidden">{t('list.search')}</span>
      <input
        type="search"
        value={sought}
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
        placeholder={t('list.search')}
        onChange={(event) => onSought(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onSought('')}
      />
      {sought && (
        <button type="button" className={styles['clear']} aria-label={t('search.clear')} onClick={() => onSought('')}>
          <IconX size={18} />
        </button>
      )}
    </label>
  );
}

/** Pages of the list beyond the first hundred, which alone is kept fresh by live events. */
function useOlder(first: string | null) {
  const api = useApi();
  const [pages, setPages] = useState<{ chats: ChatSummary[]; next: string | null } | null>(null);
  const [busy, setBusy] = useState(false);
  const next = pages ? pages.next : first;
  return {
    older: pages?.chats ?? [],
    next,
    busy,
    async more() {
      setBusy(true);
      try {
        const page = await api.call('chats', { query: { cursor: next ?? undefined } });
        setPages({ chats: [...(pages?.chats ?? []), ...page.chats], next: page.next });
      } finally {
        setBusy(false);
      }
    },
  };
}

function Entry({ chat: { conversation, profile, num_unread_messages: unread, last_message: last }, member }: { chat: ChatSummary; member: number }) {
  const { t } = useTranslation('chat');
  const shortTime = useShortTime();
  const typing = useTyping(profile.id);
  const { id } = useParams();
  const here = useRouteName() === 'members-id-chat' && Number(id) === profile.id;
  const said = last && (last.kind === 'text' ? (last.text ?? '') : t(`list.${last.kind}`));
  const at = last?.created_at ?? conversation.last_message_at;
  return (
    <li>
      <NavLink
        to={`/chats/${conversation.id}`}
        className={({ isActive }) => clsx(styles['entry'], (isActive || here) && styles['here'], unread > 0 && styles['news'])}
      >
        <Avatar profile={profile} size={56} online />
        <span className={styles['text']}>
          <span className={styles['name']}>
            {profile.name}
            <KindLabel profile={profile} plain />
          </span>
          <span className={styles['said']}>{typing ? <em>{t('typing.short')}</em> : last?.sender === member ? t('list.you', { said }) : said}</span>
        </span>
        <span className={styles['end']}>
          <time dateTime={at}>{shortTime(at)}</time>
          <Badge count={unread} label={t('common:nav.unread', { count: unread })} />
        </span>
      </NavLink>
    </li>
  );
}
