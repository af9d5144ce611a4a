import { clsx } from 'clsx';
import type { FoundConversation } from '#contract/desk/search.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { LoadFailed } from '#web/messages/load-failed.tsx';
import { Marked } from '#web/messages/marked.tsx';
import { useLocation } from '#web/router/hooks.ts';
import { Link } from '#web/router/link.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { RowSkeleton } from '#web/ui/skeleton.tsx';
import { pastState } from './past-conversation.ts';
import type { DeskSearch } from './use-desk-search.ts';
import desk from '../desk.module.css';
import styles from './desk-search.module.css';

interface Props {
  search: DeskSearch;
  open: number | null;
  onClear: () => void;
}

/** Replaces the waiting conversations while somebody searches. */
export function FoundConversations({ search, open, onClear }: Props) {
  const { t } = useTranslation('office/desk');
  const { errorText } = useErrorText();
  const { rows, error, isPending, isSearching, more, retry } = search;
  if (error) return <LoadFailed onRetry={retry}>{errorText(error)}</LoadFailed>;
  if (isPending) return Array.from({ length: 4 }, (_, row) => <RowSkeleton key={row} />);
  const isEmpty = rows.length === 0 && !isSearching;
  return (
    <div className={styles['results']} aria-busy={isSearching}>
      <div className={styles['above']}>
        <h2 className={desk['group']}>{t('search.results')}</h2>
        <Button size="s" look="quiet" onClick={onClear}>
          {t('search.clear')}
        </Button>
      </div>
      <div role="status">
        {isSearching ? (
          <p className={desk['note']}>{t('search.searching')}</p>
        ) : isEmpty ? (
          <EmptyState title={t('search.none')} text={t(more ? 'search.none_yet' : 'search.none_text')} />
        ) : (
          <p className="visually-hidden">{t('search.found', { count: rows.length })}</p>
        )}
      </div>
      {rows.length > 0 && (
        <ul className={desk['rows']}>
          {rows.map((each) => (
            <li key={each.row.conversation}>
              <FoundRow each={each} current={each.row.conversation === open} />
            </li>
          ))}
        </ul>
      )}
      {more && !isSearching && (
        <Button look="secondary" onClick={more}>
          {t('search.more')}
        </Button>
      )}
    </div>
  );
}

function FoundRow({ each, current }: { each: FoundConversation; current: boolean }) {
  const { t } = useTranslation('office/desk');
  const { date } = useFormats();
  const { search } = useLocation();
  const { found, answered_at: answeredAt } = each;
  const {
    conversation,
    profile,
    member,
    last_message: last,
    waiting_since: since,
    claimed_by: by,
  } = each.row;
  return (
    <Link
      to={{ pathname: `/admin/desk/${conversation}`, search }}
      state={pastState(each)}
      className={clsx(desk['row'], current && desk['current'])}
      aria-current={current ? 'page' : undefined}
    >
      <Avatar profile={member} size={44} />
      <span className={desk['words']}>
        <span className={desk['names']}>
          <b>{member.name}</b> → {profile.name}
        </span>
        <span className={styles['when']}>{t('search.answered', { date: date(answeredAt) })}</span>
        <span className={styles['excerpt']}>
          {found ? (
            <>
              {t('search.said', { name: found.by_profile ? profile.name : member.name })}{' '}
              <Marked text={found.text} hits={found.hits} />
            </>
          ) : last ? (
            (last.text ?? t(`kind.${last.kind}`))
          ) : (
            t('kind.deleted')
          )}
        </span>
      </span>
      <span className={desk['state']}>
        {since && <Tag tone="gold">{t('search.waits')}</Tag>}
        {by && <Tag>{by.name}</Tag>}
      </span>
    </Link>
  );
}
