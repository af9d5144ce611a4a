import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { LiveEvents } from '#contract/chat/events.ts';
import { ownTimeZone } from '#web/i18n/time-zone.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useLiveEvent, openLiveEvents } from '#web/session/live-events.ts';
import { refreshPhotoAccess } from '#web/session/photo-access.ts';
import { changeUser, chatsQuery, likesQuery, userQuery } from '#web/session/queries.ts';
import { useApi, useUser } from '#web/session/use-session.ts';
import { toast } from '#web/ui/toasts.tsx';
import { CallSlot } from '#web/video-calls/call-slot.tsx';

/** Seconds between refetches of user, chats and likes: longer where push is enabled (docs/product.md 7.3). */
const every = { polling: 60, pushed: 300 };
const first = 5;

/**
 * Keeps the member's data up to date: event stream, periodic refetch, app badge. Mount it once, in the root.
 */
export function LiveSession() {
  const user = useUser();
  return (
    <>
      <PageHidden />
      {user && <OwnTimeZone known={user.time_zone ?? null} />}
      {user && (
        <MemberSession
          key={user.id}
          member={user.id}
          pushed={user.push_subscribed === true}
          waiting={user.unread_messages + user.new_likes}
        />
      )}
    </>
  );
}

function MemberSession({ member, pushed, waiting }: { member: number; pushed: boolean; waiting: number }) {
  const { t } = useTranslation('common');
  const queries = useQueryClient();

  useEffect(() => {
    return openLiveEvents(member, newestListed(queries));
  }, [member, queries]);

  useEffect(() => {
    let interval: ReturnType<typeof setInterval> | undefined;
    const start = setTimeout(() => {
      reload(queries);
      interval = setInterval(
        () => document.visibilityState === 'visible' && reload(queries),
        (pushed ? every.pushed : every.polling) * 1000,
      );
    }, first * 1000);
    const back = () => document.visibilityState === 'visible' && reload(queries);
    document.addEventListener('visibilitychange', back);
    return () => {
      clearTimeout(start);
      clearInterval(interval);
      document.removeEventListener('visibilitychange', back);
    };
  }, [pushed, queries]);

  useEffect(() => {
    if (!('setAppBadge' in navigator)) return;
    (waiting ? navigator.setAppBadge(waiting) : navigator.clearAppBadge()).catch(() => {});
  }, [waiting]);

  useLiveEvent('totals', (totals) => changeUser(queries, totals));
  useLiveEvent('credits', ({ credits, paid_user }) => {
    const lifted = queries.getQueryData(userQuery.queryKey)?.paid_user !== paid_user;
    changeUser(queries, { credits, paid_user });
    // Premium unlocks photos, filters and conversations on every screen, so refetch everything.
    if (lifted) return void queries.invalidateQueries();
    // A purchase also changes the remaining free messages and conversations.
    void queries.invalidateQueries({ queryKey: userQuery.queryKey });
  });
  useLiveEvent('message', (event) => placeMessage(queries, event));
  useLiveEvent('message_changed', (event) => changeExcerpt(queries, event));
  const refetch = (...whats: string[]) => {
    for (const what of whats) void queries.invalidateQueries({ queryKey: [what] });
  };
  useLiveEvent('like', () => refetch('likes', 'activity'));
  useLiveEvent('match', () => refetch('likes', 'activity'));
  useLiveEvent('unlike', () => refetch('likes', 'activity', 'user'));
  useLiveEvent('changed', ({ what, photo, profile }) => {
    refetch(what === 'order' ? 'chats' : what);
    // The bell's number is part of the user.
    if (what === 'activity') refetch('user');
    if (what === 'photoAccess' && profile) void refreshPhotoAccess(queries, profile);
    if (photo) toast(photo.status === 'active' ? 'success' : 'info', t(`photo_news.${photo.status}`));
  });
  return <CallSlot />;
}

const newestListed = (queries: QueryClient) =>
  Math.max(
    0,
    ...(queries.getQueryData(chatsQuery.queryKey)?.chats ?? []).map(
      ({ last_message: last }) => last?.id ?? 0,
    ),
  );

function reload(queries: QueryClient) {
  for (const { queryKey } of [userQuery, chatsQuery, likesQuery])
    void queries.invalidateQueries({ queryKey: queryKey.slice(0, 1) });
}

function placeMessage(queries: QueryClient, { message, unread }: LiveEvents['message']) {
  const known = queries.getQueryData(chatsQuery.queryKey);
  const chat = known?.chats.find(({ conversation }) => conversation.id === message.conversation);
  if (!known || !chat) return void queries.invalidateQueries({ queryKey: ['chats'] });
  const { id, sender, kind, text, created_at } = message;
  const moved = {
    ...chat,
    conversation: { ...chat.conversation, last_message_at: created_at },
    num_unread_messages: unread,
    last_message: { id, sender, kind, text, created_at },
  };
  const others = known.chats.filter((other) => other !== chat);
  const place = chat.pinned ? 0 : others.filter(({ pinned }) => pinned).length;
  queries.setQueryData(chatsQuery.queryKey, { ...known, chats: others.toSpliced(place, 0, moved) });
}

/** The newest message of a conversation was edited. */
function changeExcerpt(queries: QueryClient, { message: { id, kind, text } }: LiveEvents['message_changed']) {
  queries.setQueryData(
    chatsQuery.queryKey,
    (known) =>
      known && {
        ...known,
        chats: known.chats.map((chat) =>
          chat.last_message && chat.last_message.id === id
            ? { ...chat, last_message: { ...chat.last_message, kind, text } }
            : chat,
        ),
      },
  );
}

function PageHidden() {
  useEffect(() => {
    const tell = () =>
      document.visibilityState === 'hidden' &&
      navigator.sendBeacon('/api/page-hidden.php', new Blob(['{}'], { type: 'application/json' }));
    document.addEventListener('visibilitychange', tell);
    document.documentElement.dataset['ready'] = '';
    window.dispatchEvent(new Event('app-ready'));
    return () => document.removeEventListener('visibilitychange', tell);
  }, []);
  return null;
}

function OwnTimeZone({ known }: { known: string | null }) {
  const api = useApi();
  const told = useRef<string | null>(null);
  useEffect(() => {
    const zone = ownTimeZone();
    if (!zone || zone === known || zone === told.current) return;
    told.current = zone;
    // No error handling is needed, because the next page sends it again.
    api.call('changeUser', { body: { time_zone: zone } }).catch(() => {});
  }, [api, known]);
  return null;
}
