import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import type { CallReply } from '#contract/calls.ts';
import type { ChatSummary } from '#contract/chat/conversations.ts';
import { changeSummary } from '#web/chat/chat-query.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { LoadFailed } from '#web/messages/load-failed.tsx';
import { useRouteName } from '#web/router/hooks.ts';
import { useLiveEvent } from '#web/session/live-events.ts';
import { chatsQuery } from '#web/session/queries.ts';
import { useApi, useMember } from '#web/session/use-session.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconChevronDown, IconMessage, IconSearch, IconX } from '#web/ui/icons.ts';
import { lazyPart } from '#web/ui/on-demand/lazy-part.ts';
import { RowSkeleton } from '#web/ui/skeleton.tsx';
import { Entry } from './entry.tsx';
import { useEntryActs } from './use-entry-acts.tsx';
import styles from './conversation-list.module.css';

const SearchResults = lazyPart(() => import('./search-results.tsx'));
const Requests = lazyPart(() => import('./requests.tsx'));
const ChosenList = lazyPart(() => import('./chosen-list.tsx'));

export function ConversationList() {
  const { t } = useTranslation('chat');
  const member = useMember();
  const { data, isError, refetch } = useQuery(chatsQuery);
  const [sought, setSought] = useState('');
  const [unread, setUnread] = useState(false);
  useLiveSummaries(member.id, data?.chats);
  // The rules themselves load with the results.
  const searching = /\S\S/u.test(sought);
  const whole = !searching && !unread;
  return (
    <nav className={styles['list']} aria-label={t('list.label')} aria-busy={!data && !isError}>
      <Title />
      {!!data?.chats.length && <SearchField sought={sought} onSought={setSought} />}
      {!!data?.chats.length && !searching && (
        <div className={styles['filter']}>
          <button type="button" aria-pressed={unread} onClick={() => setUnread(!unread)}>
            {t('list.unread')}
          </button>
        </div>
      )}
      <Suspense fallback={<RowSkeleton />}>
        {searching && <SearchResults text={sought} />}
        {unread && !searching && <ChosenList list="unread" />}
      </Suspense>
      {!data && <NotLoaded failed={isError} onRetry={() => void refetch()} />}
      {whole && data && <ApartOrHint listed={data} />}
      <Chats listed={data} hidden={!whole} />
    </nav>
  );
}

function Chats({ listed, hidden }: { listed: CallReply<'chats'> | undefined; hidden: boolean }) {
  const { t } = useTranslation('chat');
  const { id: member } = useMember();
  const { older, next, more, busy } = useOlder(listed?.next ?? null);
  const chats = listed && withOlder(listed.chats, older);
  const { menu, onMenu, onTouch } = useEntryActs(chats);
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- touches on the entries arrive here */}
      <ul hidden={hidden} onPointerDown={onTouch}>
        {chats?.map((chat) => (
          <Entry key={chat.conversation.id} chat={chat} member={member} onMenu={onMenu} />
        ))}
      </ul>
      {menu}
      {next && !hidden && (
        <Button look="quiet" wide busy={busy} onClick={more}>
          {t('common:more')}
        </Button>
      )}
    </>
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
      by === member &&
      changeSummary(queries, conversation, { num_unread_messages: 0, marked_unread: undefined }),
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

function ApartOrHint({ listed }: { listed: CallReply<'chats'> }) {
  const { t } = useTranslation('chat');
  const { requests = 0, archived = 0, chats } = listed;
  return (
    <>
      {requests > 0 && (
        <Apart title={t('requests.title')} count={requests}>
          <Requests />
        </Apart>
      )}
      {archived > 0 && (
        <Apart title={t('list.archived')} count={archived}>
          <ChosenList list="archived" />
        </Apart>
      )}
      {chats.length + requests + archived === 0 && <NoConversations />}
    </>
  );
}

/** Conversations that stay collapsed until they are opened. */
function Apart({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <details className={styles['apart']} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {title} <span>{count === 100 ? '99+' : count}</span>
        <IconChevronDown size={18} aria-hidden="true" />
      </summary>
      {open && <Suspense fallback={<RowSkeleton />}>{children}</Suspense>}
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
