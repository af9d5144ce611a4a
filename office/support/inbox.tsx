import { useInfiniteQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { startTransition, useLayoutEffect, useOptimistic, useRef } from 'react';
import { itemOf } from '#contract/lists/item-of.ts';
import { supportBoxes, type SupportBox } from '#contract/rules/support-rules.ts';
import type { SupportRow } from '#contract/support/inbox.ts';
import { WaitingTime } from '#office/pieces/waiting-time.tsx';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useNavigate, useParams, useSearchParams } from '#web/router/hooks.ts';
import { Link } from '#web/router/link.tsx';
import { callPages } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { useMember } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconCircleCheck, IconMessage } from '#web/ui/icons.ts';
import { PageHead } from '#web/ui/page.tsx';
import { SupportThread } from './support-thread.tsx';
import { type Press, useHeldKeys } from './use-held-keys.ts';
import styles from './support.module.css';

const REFRESH_MS = 20_000;

const boxOf = (query: URLSearchParams): SupportBox => itemOf(supportBoxes, query.get('box') ?? '') ?? 'open';
const threads = (box: SupportBox) => ({
  ...callPages('adminSupport', { box }),
  refetchInterval: REFRESH_MS,
});

export const load: ScreenLoad = ({ ensurePages, requireUser, url }) => {
  requireUser();
  return ensurePages(threads(boxOf(url.searchParams)));
};
export const handle = { i18n: ['office/support', 'office/membership', 'complaints', 'credits', 'errors'] };

export default function SupportInbox() {
  const { t } = useTranslation('office/support');
  const [query] = useSearchParams();
  const box = boxOf(query);
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(threads(box));
  const rows = data?.pages.flatMap((page) => page.threads) ?? [];
  const { id, open } = useOpenThread(query);
  const rowAfter = (from: number | null) =>
    rows[rows.findIndex((row) => row.id === from) + 1] ?? rows.find((row) => row.id !== from);
  const go = (key: 'j' | 'k') => {
    const row = key === 'j' ? rowAfter(id) : rows[Math.max(0, rows.findIndex((each) => each.id === id) - 1)];
    if (row) open(row.id);
  };
  const keys = useHeldKeys(id, go);
  const pick = (thread: number) => {
    keys.clear();
    open(thread);
  };
  const leave = useLeave(id, rows, open);
  return (
    <div className={clsx(styles['inbox'], id && styles['open'])}>
      <PageHead title={t('title')} />
      {/* On a phone an open thread hides the list with its title. */}
      <h1 className="visually-hidden">{t('title')}</h1>
      <section className={styles['list']} aria-label={t('title')}>
        <h2 className={styles['title']}>{t('title')}</h2>
        <Boxes box={box} counts={data?.pages[0]?.counts} />
        {rows.length === 0 ? (
          <EmptyState icon={<IconCircleCheck size={40} />} title={t('empty')} text={t(`empty_text.${box}`)} />
        ) : (
          <ul className={styles['rows']}>
            {rows.map((row) => (
              <li key={row.id}>
                <Row row={row} isCurrent={row.id === id} search={query.toString()} onOpen={pick} />
              </li>
            ))}
          </ul>
        )}
        {hasNextPage && (
          <Button look="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('more')}
          </Button>
        )}
        <Link to="/admin/support-templates">{t('templates.title')}</Link>
        <p className={styles['keys']}>{t('keys')}</p>
      </section>
      {id ? (
        <SupportThread
          key={id}
          id={id}
          keys={keys}
          onDone={() => leave(id)}
          onClose={() => open(null)}
          onKey={{ j: () => go('j'), k: () => go('k') }}
        />
      ) : (
        <div className={styles['none']}>
          <EmptyState icon={<IconMessage size={40} />} title={t('choose')} text={t('choose_text')} />
        </div>
      )}
      {keys.held.length > 0 && (
        <p className={styles['held']} role="status">
          {t('held', { keys: keys.held.map(keyName).join(' ') })}
        </p>
      )}
    </div>
  );
}

const keyName = ({ key, isCtrl, isShift }: Press) =>
  [
    isCtrl && 'Ctrl',
    isCtrl && isShift && 'Shift',
    key === 'ArrowDown' ? '↓' : key.length === 1 ? key.toUpperCase() : key,
  ]
    .filter(Boolean)
    .join('+');

/** The open thread. It changes at once, before the address does, so that no key acts on the thread before. */
function useOpenThread(query: URLSearchParams) {
  const navigate = useNavigate();
  const [id, show] = useOptimistic(Number(useParams()['id'] ?? 0) || null);
  const open = (thread: number | null) =>
    startTransition(async () => {
      show(thread);
      await navigate({
        pathname: thread ? `/admin/support/${thread}` : '/admin/support',
        search: query.toString(),
      });
    });
  return { id, open };
}

/**
 * Goes on from a thread that is done to the one below it, or else to the longest waiting. Skips those that have left
 * the list since, and does nothing if the operator has opened another thread in the meantime.
 */
function useLeave(id: number | null, rows: SupportRow[], open: (thread: number | null) => void) {
  const latest = useRef({ id, rows });
  useLayoutEffect(() => {
    latest.current = { id, rows };
  });
  return (from: number) => {
    const now = latest.current;
    if (now.id !== from) return;
    const below = rows.slice(rows.findIndex((row) => row.id === from) + 1);
    const next = [...below, ...now.rows].find(
      (row) => row.id !== from && now.rows.some((each) => each.id === row.id),
    );
    open(next?.id ?? null);
  };
}

function Boxes({ box, counts }: { box: SupportBox; counts: { open: number; mine: number } | undefined }) {
  const { t } = useTranslation('office/support');
  return (
    <nav className={styles['boxes']} aria-label={t('boxes.label')}>
      {supportBoxes.map((name) => (
        <Link
          key={name}
          to={`/admin/support${name === 'open' ? '' : `?box=${name}`}`}
          aria-current={name === box ? 'page' : undefined}
        >
          {t(`boxes.${name}`)}
          {(name === 'open' || name === 'mine') && counts && counts[name] > 0 && ` ${counts[name]}`}
        </Link>
      ))}
    </nav>
  );
}

interface RowProps {
  row: SupportRow;
  isCurrent: boolean;
  search: string;
  onOpen: (thread: number) => void;
}

function Row({ row, isCurrent, search, onOpen }: RowProps) {
  const { t, i18n } = useTranslation('office/support');
  const { shortDate } = useFormats();
  const me = useMember().id;
  const language = new Intl.DisplayNames(i18n.language, { type: 'language' }).of(row.language);
  return (
    <Link
      to={{ pathname: `/admin/support/${row.id}`, search }}
      className={clsx(styles['row'], isCurrent && styles['current'])}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onOpen(row.id);
      }}
    >
      <span className={styles['subject']}>{row.subject}</span>
      <span className={styles['facts']}>
        {row.name ?? t('visitor')} · {language}
      </span>
      <span className={styles['state']}>
        {row.status === 'open' ? <WaitingTime since={row.waiting_since} /> : shortDate(row.updated_at)}
        {row.assigned_to && (
          <Tag tone={row.assigned_to.id === me ? 'green' : 'soft'}>
            {row.assigned_to.id === me ? t('yours') : row.assigned_to.name}
          </Tag>
        )}
      </span>
    </Link>
  );
}
