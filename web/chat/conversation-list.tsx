import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, useParams } from 'react-router';
import type { ChatSummary } from '#contract/chat.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useRouteName } from '#web/layout/route-name.ts';
import { useLiveEvent } from '#web/session/live-events.ts';
import { chatsQuery } from '#web/session/queries.ts';
import { useApi, useMember } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconMessage, IconSearch } from '#web/ui/icons.ts';
import { KindLabel } from '#web/ui/portrait-card.tsx';
import { RowSkeleton } from '#web/ui/skeleton.tsx';
import { changeSummary } from './chat-query.ts';
import { useTyping } from './typing.ts';
import styles from './conversation-list.module.css';

/** From this many conversations on, one looks for a name. */
const SEARCHABLE = 8;

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
  const shown = chats?.filter(({ profile }) => profile.name.toLocaleLowerCase().includes(sought.trim().toLocaleLowerCase()));
  return (
    <nav className={styles['list']} aria-label={t('list.label')} aria-busy={!chats && !isError}>
      <Title className={styles['title']}>{t('title')}</Title>
      {chats && chats.length >= SEARCHABLE && (
        <label className={styles['search']}>
          <IconSearch size={18} aria-hidden="true" />
          <span className="visually-hidden">{t('list.search')}</span>
          <input type="search" value={sought} onChange={(event) => setSought(event.target.value)} placeholder={t('list.search')} />
        </label>
      )}
      {!chats && isError && (
        <div className={styles['note']}>
          <Alert
            tone="error"
            action={
              <Button size="s" look="secondary" onClick={() => void refetch()}>
                {t('common:retry')}
              </Button>
            }
          >
            {t('list.failed')}
          </Alert>
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
      {shown?.length === 0 && chats!.length > 0 && <p className={styles['nobody']}>{t('list.nobody', { name: sought.trim() })}</p>}
      <ul>
        {shown?.map((chat) => (
          <Entry key={chat.conversation.id} chat={chat} member={member.id} />
        ))}
      </ul>
      {next && !sought && (
        <Button look="quiet" wide busy={busy} onClick={more}>
          {t('common:more')}
        </Button>
      )}
    </nav>
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
  const { t, i18n } = useTranslation('chat');
  const { time } = useFormats();
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
          <time dateTime={at} suppressHydrationWarning>
            {isToday(at) ? time(at) : shortDay(at, i18n.language)}
          </time>
          <Badge count={unread} label={t('common:nav.unread', { count: unread })} />
        </span>
      </NavLink>
    </li>
  );
}

/** `17 nov`: a column of a list has no room for more. */
const shortDay = (at: string, locale: string) => new Date(at).toLocaleDateString(locale, { day: 'numeric', month: 'short' });
const isToday = (at: string) => new Date(at).toDateString() === new Date().toDateString();
