import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { lazy, Suspense, useState } from 'react';
import { NavLink, useParams } from 'react-router';
import type { CallReply } from '#contract/calls.ts';
import type { ChatSummary } from '#contract/chat/conversations.ts';
import { isSearchable, searchWords } from '#contract/rules/chat-search-rules.ts';
import { changeSummary } from '#web/chat/chat-query.ts';
import { useShortTime } from '#web/chat/short-time.ts';
import { useTyping } from '#web/chat/typing.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { LoadFailed } from '#web/messages/load-failed.tsx';
import { useExcerpt } from '#web/messages/use-excerpt.ts';
import { useRouteName } from '#web/page/route-name.ts';
import { useLiveEvent } from '#web/session/live-events.ts';
import { chatsQuery } from '#web/session/queries.ts';
import { useApi, useMember } from '#web/session/use-session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconChevronDown, IconMessage, IconSearch, IconX } from '#web/ui/icons.ts';
import { KindLabel } from '#web/ui/portrait-card.tsx';
import { RowSkeleton } from '#web/ui/skeleton.tsx';
import styles from './conversation-list.module.css';

const SearchResults = lazy(() => import('./search-results.tsx'));
const Requests = lazy(() => import('./requests.tsx'));

export function ConversationList() {
  const { t } = useTranslation('chat');
  const member = useMember();
  const { data, isError, refetch } = useQuery(chatsQuery);
  const { older, next, more, busy } = useOlder(data?.next ?? null);
  const [sought, setSought] = useState('');

  useLiveSummaries(member.id, data?.chats);
  const chats = data && withOlder(data.chats, older);
  const searching = isSearchable(searchWords(sought));
  return (
    <nav className={styles['list']} aria-label={t('list.label')} aria-busy={!chats && !isError}>
      <Title />
      {!!chats?.length && <SearchField sought={sought} onSought={setSought} />}
      {searching && (
        <Suspense fallback={<RowSkeleton />}>
          <SearchResults text={sought} />
        </Suspense>
      )}
      {!chats && <NotLoaded failed={isError} onRetry={() => void refetch()} />}
      <RequestsOrHint listed={searching ? undefined : data} />
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

/** Leaves out older conversations that have moved to the first page because of a new message. */
function withOlder(first: readonly ChatSummary[], older: readonly ChatSummary[]) {
  const known = new Set(first.map(({ conversation }) => conversation.id));
  return [...first, ...older.filter(({ conversation }) => !known.has(conversation.id))];
}

function useLiveSummaries(member: number, chats: readonly ChatSummary[] | undefined) {
  const queries = useQueryClient();
  useLiveEvent(
    'read',
    ({ conversation, by }) =>
      by === member && changeSummary(queries, conversation, { num_unread_messages: 0 }),
  );
  useLiveEvent('presence', ({ profile, online }) => {
    const chat = chats?.find((entry) => entry.profile.id === profile);
    if (chat) changeSummary(queries, chat.conversation.id, { online });
  });
}

function NotLoaded({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  const { t } = useTranslation('chat');
  if (!failed) return Array.from({ length: 7 }, (_, row) => <RowSkeleton key={row} />);
  return (
    <div className={styles['note']}>
      <LoadFailed onRetry={onRetry}>{t('list.failed')}</LoadFailed>
    </div>
  );
}

function NoConversations() {
  const { t } = useTranslation('chat');
  return (
    <EmptyState
      icon={<IconMessage size={32} aria-hidden="true" />}
      title={t('list.empty')}
      text={t('list.empty_text')}
      action={<ButtonLink to="/members">{t('choose.members')}</ButtonLink>}
    />
  );
}

function RequestsOrHint({ listed }: { listed: CallReply<'chats'> | undefined }) {
  if (listed?.requests) return <RequestsRow count={listed.requests} />;
  return listed?.chats.length === 0 && <NoConversations />;
}

/** The requests stay collapsed until they are opened. */
function RequestsRow({ count }: { count: number }) {
  const { t } = useTranslation('chat');
  const [open, setOpen] = useState(false);
  return (
    <details className={styles['requests']} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {t('requests.title')} <span>{count === 100 ? '99+' : count}</span>
        <IconChevronDown size={18} aria-hidden="true" />
      </summary>
      {open && (
        <Suspense fallback={<RowSkeleton />}>
          <Requests />
        </Suspense>
      )}
    </details>
  );
}

/** If a conversation is open beside the list, it has the `h1`. */
function Title() {
  const { t } = useTranslation('chat');
  const Heading = useRouteName() === 'chats' ? 'h1' : 'h2';
  return <Heading className={styles['title']}>{t('title')}</Heading>;
}

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
        <button
          type="button"
          className={styles['clear']}
          aria-label={t('search.clear')}
          onClick={() => onSought('')}
        >
          <IconX size={18} />
        </button>
      )}
    </label>
  );
}

/** Conversations after the first hundred. Live events only update the first page. */
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

function Entry({
  chat: { conversation, profile, num_unread_messages: unread, last_message: last },
  member,
}: {
  chat: ChatSummary;
  member: number;
}) {
  const { t } = useTranslation('chat');
  const shortTime = useShortTime();
  const excerpt = useExcerpt();
  const typing = useTyping(profile.id);
  const { id } = useParams();
  const here = useRouteName() === 'members-id-chat' && Number(id) === profile.id;
  const said = last && excerpt(last);
  const at = last?.created_at ?? conversation.last_message_at;
  return (
    <li>
      <NavLink
        to={`/chats/${conversation.id}`}
        className={({ isActive }) =>
          clsx(styles['entry'], (isActive || here) && styles['here'], unread > 0 && styles['news'])
        }
      >
        <Avatar profile={profile} size={56} online />
        <span className={styles['text']}>
          <span className={styles['name']}>
            {profile.name}
            <KindLabel profile={profile} plain />
          </span>
          <span className={styles['said']}>
            {typing ? <em>{t('typing.short')}</em> : last?.sender === member ? t('list.you', { said }) : said}
          </span>
        </span>
        <span className={styles['end']}>
          <time dateTime={at}>{shortTime(at)}</time>
          <Badge count={unread} label={t('common:nav.unread', { count: unread })} />
        </span>
      </NavLink>
    </li>
  );
}
