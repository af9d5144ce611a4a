import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState, type ComponentType, type RefObject } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import type { Chat } from '#contract/chat.ts';
import type { FraudSign } from '#contract/rules/fraud-rules.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useMember } from '#web/session/use-session.ts';
import { Badge } from '#web/ui/badge.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { IconChevronDown } from '#web/ui/icons.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { MessageBubble, TypingBubble, UnsentBubble } from './bubble.tsx';
import { type Row, rowsOf } from './message-rows.ts';
import type { Unsent } from './outbox/unsent-db.ts';
import { StillRows } from './still-rows.tsx';
import { useFraudHints } from './use-fraud-hints.ts';
import { NEAR_END, type RowPlaces, type RowsProps } from './row-places.ts';
import styles from './message-list.module.css';

/** How near the top, in pixels, older messages begin to load. */
const NEAR_TOP = 600;
/** Room above the first message for what `Start` says, pixels. */
const START = { older: 112, hidden: 96, none: 8 };
/** Frames after which the rows in view have been measured. */
const SETTLE_FRAMES = 12;
/** Up to this many rows are all in the document; beyond that only those near the view. */
const STILL_ROWS = 100;
/** How long a sought message stays highlighted. */
const FOUND_MS = 2500;

interface MessageListProps {
  chat: Chat;
  unsent: readonly Unsent[];
  typing: boolean;
  onOlder: () => Promise<void>;
  /** A message to scroll to and highlight for a moment. */
  sought: { message: number } | null;
}

/** The messages, newest at the bottom. Only those near the view are in the document; loading older ones moves nothing. */
export function MessageList({ chat, unsent, typing, onOlder, sought }: MessageListProps) {
  const { t } = useTranslation('chat');
  const member = useMember();
  const { sameDay } = useFormats();
  const rows = useMemo(() => rowsOf(chat.messages, unsent, member.id, typing, sameDay), [chat.messages, unsent, member.id, typing, sameDay]);
  const scroller = useRef<HTMLDivElement>(null);
  const places = useRef<RowPlaces>(null);
  const virtual = useVirtualRows(rows.length > STILL_ROWS);

  const settleAt = useSettling(scroller);
  const toEnd = () => settleAt(() => places.current?.toEnd());
  // A conversation opens at its end; afterwards the rows keep their place or follow new messages.
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

  const hints = useFraudHints(chat);

  const Rows = virtual.Rows ?? StillRows;
  return (
    <div className={styles['place']}>
      <div ref={scroller} className={styles['scroller']} role="log" aria-label={t('messages', { name: chat.profile.name })} tabIndex={0}>
        <Rows
          ref={places}
          rows={rows}
          scroller={scroller}
          found={found}
          start={chat.has_more ? START.older : chat.hidden_older ? START.hidden : START.none}
          above={<Start chat={chat} loading={loading} />}
          show={(row) => <RowView row={row} chat={chat} hints={hints} />}
        />
      </div>
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
}

/**
 * The rows for long conversations, whose code comes when it is `wanted` or with the first `load`. Without a connection it does
 * not come, and all rows go on standing in the document.
 */
function useVirtualRows(wanted: boolean): { Rows: ComponentType<RowsProps> | null; load: () => Promise<void> } {
  const [Rows, setRows] = useState<ComponentType<RowsProps> | null>(null);
  const asked = useRef(false);
  const load = useCallback(async () => {
    if (asked.current) return;
    asked.current = true;
    const { VirtualRows } = await import('./virtual-rows.tsx').catch(() => ({ VirtualRows: null }));
    setRows(() => VirtualRows);
    // Whatever is put above the rows next must find them measured.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }, []);
  useEffect(() => {
    if (wanted) void load();
  }, [wanted, load]);
  return { Rows, load };
}

/**
 * Goes to a place over some frames: rows are measured as they come into view, and each measure may move the place. Whoever
 * scrolls meanwhile is not pulled back.
 */
function useSettling(scroller: RefObject<HTMLDivElement | null>): (go: () => void) => void {
  const next = useRef(0);
  useEffect(() => {
    const element = scroller.current!;
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

/** Scrolls to a sought message once it has been loaded; returns its row's key for as long as the row is highlighted. */
function useSought(rows: readonly Row[], sought: { message: number } | null, go: (find: () => number) => void): string | null {
  const [over, setOver] = useState<typeof sought>(null);
  const place = sought ? rows.findIndex((row) => row.type === 'message' && row.message.id >= sought.message) : -1;
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

/** Loads older messages near the top, and knows whether the newest are out of sight. */
function useScroll(scroller: RefObject<HTMLDivElement | null>, hasMore: boolean, onOlder: () => Promise<void>) {
  const [loading, setLoading] = useState(false);
  const [awayFromEnd, setAway] = useState(false);
  useEffect(() => {
    const element = scroller.current!;
    let busy = false;
    let atEnd = true;
    const look = () => {
      const below = element.scrollHeight - element.scrollTop - element.clientHeight;
      atEnd = below < NEAR_END;
      setAway(below > 400);
      if (!hasMore || busy || element.scrollTop > NEAR_TOP) return;
      busy = true;
      setLoading(true);
      // What could not be loaded is asked for again by the next scrolling.
      onOlder()
        .catch(() => {})
        .finally(() => {
          busy = false;
          setLoading(false);
          setTimeout(look, 100);
        });
    };
    // A growing field or a keyboard takes room away from below: who read the newest message still does.
    const resized = new ResizeObserver(() => atEnd && element.scrollTo({ top: element.scrollHeight }));
    resized.observe(element);
    // Not before the list has been put at its end.
    const begin = setTimeout(look, 500);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      clearTimeout(begin);
      resized.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroller, hasMore, onOlder]);
  return { loading, awayFromEnd };
}

/** How many messages of the other have come below what is read. */
function useNews(rows: readonly Row[], awayFromEnd: boolean): number {
  const newest = rows.findLast((row) => row.type === 'message');
  const id = newest?.type === 'message' ? newest.message.id : 0;
  const [read, setRead] = useState(id);
  if (!awayFromEnd && read !== id) setRead(id);
  return awayFromEnd ? rows.filter((row) => row.type === 'message' && !row.own && row.message.id > read).length : 0;
}

/** Sending a message scrolls to it, wherever the column was. */
function useFollowOwn(newest: string | undefined, follow: () => void) {
  const before = useRef(newest);
  useEffect(() => {
    if (newest === before.current) return;
    before.current = newest;
    follow();
  }, [newest, follow]);
}

function RowView({ row, chat: { profile }, hints }: { row: Row; chat: Chat; hints: ReadonlyMap<number, FraudSign> }) {
  if (row.type === 'typing') return <TypingBubble name={profile.name} />;
  return (
    <>
      {row.day && <Day at={row.day} />}
      {row.type === 'unsent' ? (
        <UnsentBubble unsent={row.unsent} last={row.last} />
      ) : (
        <MessageBubble message={row.message} own={row.own} last={row.last} newest={row.newest} profile={profile} hint={hints.get(row.message.id)} />
      )}
    </>
  );
}

/** Above the first message: older ones on their way, or why there are no more. */
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
      <time dateTime={at}>{day(at)}</time>
    </div>
  );
}
