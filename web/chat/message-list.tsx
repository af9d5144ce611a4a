import {
  type PointerEvent as ReactPointerEvent,
  memo,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ComponentType,
  type RefObject,
} from 'react';
import type { Chat, Message } from '#contract/chat/conversations.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { NEAR_END } from '#web/messages/near-end.ts';
import { TypingBubble } from '#web/messages/plain-message.tsx';
import { closestToTarget } from '#web/page/closest.ts';
import type { Unsent } from '#web/session/unsent-db.ts';
import { useMember } from '#web/session/use-session.ts';
import { Badge } from '#web/ui/badge.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { IconChevronDown } from '#web/ui/icons.ts';
import { lazyDialog } from '#web/ui/on-demand/lazy-dialog.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { Attached } from './attached.ts';
import { type MessageActs, MessageBubble, UnsentBubble } from './bubble.tsx';
import { startTouch } from './message-acts/start-touch.ts';
import { type Row, rowsOf } from './message-rows.ts';
import type { MessageNote } from './notes/message-notes.ts';
import { useMessageNotes } from './notes/use-message-notes.ts';
import type { RowPlaces, RowsProps } from './row-places.ts';
import { StillRows } from './still-rows.tsx';
import styles from './message-list.module.css';

const MessageMenu = lazyDialog(() => import('./message-acts/message-menu.tsx'));

/** Distance from the top, in pixels, at which older messages are loaded. */
const NEAR_TOP = 600;
const START = { older: 112, hidden: 96, none: 8 };
/** Number of frames until the visible rows have been measured. */
const SETTLE_FRAMES = 12;
/** Lists with more rows than this are virtualised. */
const STILL_ROWS = 100;
/** Distance from the end, in pixels, from which the button to the newest message appears. */
const AWAY_FROM_END = 400;
const AGAIN_MS = 100;
const OPENING_MS = 500;
/** Milliseconds for which a message found by search stays highlighted. */
const FOUND_MS = 2500;

interface MessageListProps {
  chat: Chat;
  unsent: readonly Unsent[];
  typing: boolean;
  onOlder: () => Promise<void>;
  sought: { message: number } | null;
  onAttach: (attached: Attached) => void;
}

/** Typing in the composer does not render it again. */
export const MessageList = memo(function MessageList(props: MessageListProps) {
  const { chat, unsent, typing, onOlder, sought, onAttach } = props;
  const { t } = useTranslation('chat');
  const member = useMember();
  const { sameDay } = useFormats();
  const rows = useMemo(
    () => rowsOf(chat.messages, unsent, member.id, typing, sameDay),
    [chat.messages, unsent, member.id, typing, sameDay],
  );
  const scroller = useRef<HTMLDivElement>(null);
  const places = useRef<RowPlaces>(null);
  const virtual = useVirtualRows(rows.length > STILL_ROWS);

  const settleAt = useSettling(scroller);
  const toEnd = () => settleAt(() => places.current?.toEnd());
  // A conversation opens at its end. Afterwards the view stays in place or follows new messages.
  const open = useEffectEvent(toEnd);
  useLayoutEffect(() => {
    open();
  }, []);

  const found = useSought(rows, virtual.Rows || rows.length <= STILL_ROWS ? sought : null, (find) =>
    settleAt(() => {
      const index = find();
      if (index !== -1) places.current?.toRow(index);
    }),
  );
  const { load } = virtual;
  const older = useCallback(() => load().then(onOlder), [load, onOlder]);
  const { loading, awayFromEnd } = useScroll(scroller, chat.has_more, older);
  const own = rows.findLast((row) => row.type === 'unsent' || (row.type === 'message' && row.own))?.key;
  useFollowOwn(own, toEnd);

  const news = useNews(rows, awayFromEnd);

  const notes = useMessageNotes(chat);

  const { menu, onMenu, onReply, onTouch } = useActs(chat, onAttach);

  const Rows = virtual.Rows ?? StillRows;
  return (
    <div className={styles['place']}>
      <div
        ref={scroller}
        className={styles['scroller']}
        role="log"
        aria-label={t('messages', { name: chat.profile.name })}
        tabIndex={0}
        onPointerDown={onTouch}
      >
        <Rows
          ref={places}
          rows={rows}
          scroller={scroller}
          found={found}
          start={chat.has_more ? START.older : chat.hidden_older ? START.hidden : START.none}
          above={<Start chat={chat} loading={loading} />}
          show={(row) => <RowView row={row} chat={chat} notes={notes} onMenu={onMenu} onReply={onReply} />}
        />
      </div>
      {menu}
      {awayFromEnd && (
        <div className={styles['newest']}>
          <IconButton label={t('to_newest')} look="float" onClick={toEnd}>
            <IconChevronDown size={22} />
          </IconButton>
          <Badge count={news} label={t('new_below', { count: news })} />
        </div>
      )}
    </div>
  );
});

/** Opens the menu of a message, or attaches it to the composer, by its buttons or by touch. */
function useActs(chat: Chat, onAttach: (attached: Attached) => void) {
  const [opened, setOpened] = useState<Message | null>(null);
  const onReply = useCallback((message: Message) => onAttach({ as: 'reply', message }), [onAttach]);
  return {
    onMenu: setOpened,
    onReply,
    onTouch({ nativeEvent: event }: ReactPointerEvent) {
      const line = event.pointerType === 'mouse' ? null : closestToTarget(event, '[data-message]');
      const message = chat.messages.find(({ id }) => String(id) === line?.dataset['message']);
      if (line && message && message.kind !== 'deleted')
        startTouch(event, line, { onHold: () => setOpened(message), onSwipe: () => onReply(message) });
    },
    menu: opened && (
      <MessageMenu
        message={chat.messages.find(({ id }) => id === opened.id) ?? opened}
        profile={chat.profile}
        onClose={() => setOpened(null)}
        onAttach={onAttach}
      />
    ),
  };
}

/**
 * The virtualised list, loaded if `wanted` or on the first call of `load`. Offline it fails to load, and all
 * rows stay in the document.
 */
function useVirtualRows(wanted: boolean): {
  Rows: ComponentType<RowsProps> | null;
  load: () => Promise<void>;
} {
  const [Rows, setRows] = useState<ComponentType<RowsProps> | null>(null);
  const asked = useRef(false);
  const load = useCallback(async () => {
    if (asked.current) return;
    asked.current = true;
    const { VirtualRows } = await import('./virtual-rows.tsx').catch(() => ({ VirtualRows: null }));
    setRows(() => VirtualRows);
    // Existing rows must be measured before others are inserted above them.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }, []);
  useEffect(() => {
    if (wanted) void load();
  }, [wanted, load]);
  return { Rows, load };
}

/**
 * Repeats a scroll over several frames, because rows are only measured when they come into view, and each
 * measurement may move the target. It stops as soon as the user scrolls.
 */
function useSettling(scroller: RefObject<HTMLDivElement | null>): (go: () => void) => void {
  const next = useRef(0);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const leave = () => cancelAnimationFrame(next.current);
    const signs = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;
    for (const sign of signs) element.addEventListener(sign, leave, { passive: true });
    return () => {
      leave();
      for (const sign of signs) element.removeEventListener(sign, leave);
    };
  }, [scroller]);
  return (go) => {
    cancelAnimationFrame(next.current);
    let frames = 0;
    const step = () => {
      go();
      if (++frames < SETTLE_FRAMES) next.current = requestAnimationFrame(step);
    };
    step();
  };
}

function useSought(
  rows: readonly Row[],
  sought: { message: number } | null,
  go: (find: () => number) => void,
): string | null {
  const [over, setOver] = useState<typeof sought>(null);
  const place = sought
    ? rows.findIndex((row) => row.type === 'message' && row.message.id >= sought.message)
    : -1;
  const find = useEffectEvent(() => place);
  const start = useEffectEvent(() => go(() => find()));
  useEffect(() => {
    if (!sought) return;
    start();
    const timer = setTimeout(() => setOver(sought), FOUND_MS);
    return () => clearTimeout(timer);
  }, [sought]);
  return sought === over ? null : (rows[place]?.key ?? null);
}

function useScroll(
  scroller: RefObject<HTMLDivElement | null>,
  hasMore: boolean,
  onOlder: () => Promise<void>,
) {
  const [loading, setLoading] = useState(false);
  const [awayFromEnd, setAway] = useState(false);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let busy = false;
    let atEnd = true;
    const look = () => {
      const below = element.scrollHeight - element.scrollTop - element.clientHeight;
      atEnd = below < NEAR_END;
      setAway(below > AWAY_FROM_END);
      if (!hasMore || busy || element.scrollTop > NEAR_TOP) return;
      busy = true;
      setLoading(true);
      // A failed load is retried on the next scroll.
      onOlder()
        .catch(() => {})
        .finally(() => {
          busy = false;
          setLoading(false);
          setTimeout(look, AGAIN_MS);
        });
    };
    // A growing composer or an on-screen keyboard shrinks the list from below. A list that was at its end
    // stays there.
    const resized = new ResizeObserver(() => atEnd && element.scrollTo({ top: element.scrollHeight }));
    resized.observe(element);
    const begin = setTimeout(look, OPENING_MS);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      clearTimeout(begin);
      resized.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroller, hasMore, onOlder]);
  return { loading, awayFromEnd };
}

function useNews(rows: readonly Row[], awayFromEnd: boolean): number {
  const newest = rows.findLast((row) => row.type === 'message');
  const id = newest?.type === 'message' ? newest.message.id : 0;
  const [read, setRead] = useState(id);
  if (!awayFromEnd && read !== id) setRead(id);
  return awayFromEnd
    ? rows.filter((row) => row.type === 'message' && !row.own && row.message.id > read).length
    : 0;
}

function useFollowOwn(newest: string | undefined, follow: () => void) {
  const before = useRef(newest);
  useEffect(() => {
    if (newest === before.current) return;
    before.current = newest;
    follow();
  }, [newest, follow]);
}

function RowView({
  row,
  chat: { profile },
  notes,
  ...acts
}: MessageActs & {
  row: Row;
  chat: Chat;
  notes: ReadonlyMap<number, MessageNote>;
}) {
  if (row.type === 'typing') return <TypingBubble name={profile.name} />;
  return (
    <>
      {row.day && <Day at={row.day} />}
      {row.type === 'unsent' ? (
        <UnsentBubble unsent={row.unsent} last={row.last} profile={profile} />
      ) : (
        <MessageBubble
          message={row.message}
          own={row.own}
          last={row.last}
          newest={row.newest}
          profile={profile}
          note={notes.get(row.message.id)}
          edit={row.edit}
          {...acts}
        />
      )}
    </>
  );
}

function Start({ chat, loading }: { chat: Chat; loading: boolean }) {
  const { t } = useTranslation('chat');
  if (loading || chat.has_more) {
    return (
      <div className={styles['older']} aria-busy={loading}>
        <Skeleton width={200} height={40} />
        <Skeleton width={140} height={40} />
      </div>
    );
  }
  return chat.hidden_older ? <p className={styles['hidden']}>{t('hidden_older')}</p> : null;
}

function Day({ at }: { at: string }) {
  const { day } = useFormats();
  return (
    <div className={styles['day']}>
      <time dateTime={at} suppressHydrationWarning>
        {day(at)}
      </time>
    </div>
  );
}
