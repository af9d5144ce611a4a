import { useInfiniteQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useNavigate, useParams } from 'react-router';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callPages } from '#web/session/query-client.ts';
import { clientLoad, type ScreenLoad, serverLoad } from '#web/session/screen-data.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconCircleCheck, IconMessage } from '#web/ui/icons.ts';
import { PageHead } from '#web/ui/page.tsx';
import { DeskFigures } from './desk-figures.tsx';
import { DeskList } from './desk-list.tsx';
import { DeskThread } from './desk-thread.tsx';
import { useDeskEvents } from './use-desk-events.ts';
import styles from './desk.module.css';

/** Events refresh the list. It is also polled at this interval in case one is missed. */
const REFRESH_MS = 60_000;
const waiting = { ...callPages('desk', {}), refetchInterval: REFRESH_MS };

const load: ScreenLoad = ({ ensurePages, requireUser }) => {
  requireUser();
  return ensurePages(waiting);
};
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = { i18n: ['office/desk', 'chat', 'profile', 'members', 'errors'] };

export default function Desk() {
  const { t } = useTranslation('office/desk');
  const id = Number(useParams()['id'] ?? 0) || null;
  const navigate = useNavigate();
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(waiting);
  const typing = useDeskEvents();
  const rows = data?.pages.flatMap((page) => page.conversations) ?? [];
  const { waiting: count = 0, claim = null } = data?.pages[0] ?? {};
  return (
    <div className={clsx(styles['desk'], id && styles['open'])}>
      <PageHead title={count > 0 ? `(${count}) ${t('title')}` : t('title')} />
      <section className={styles['list']} aria-label={t('title')}>
        <header className={styles['head']}>
          <h1>{t('title')}</h1>
          <span aria-live="polite">{t('waiting', { count })}</span>
        </header>
        {rows.length === 0 ? (
          <EmptyState icon={<IconCircleCheck size={40} />} title={t('quiet')} text={t('quiet_text')} />
        ) : (
          <DeskList rows={rows} open={id} mine={claim} />
        )}
        {hasNextPage && (
          <Button look="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('more')}
          </Button>
        )}
        <DeskFigures />
      </section>
      {id ? (
        <DeskThread
          key={id}
          conversation={id}
          typing={typing === id}
          onClose={() => void navigate('/admin/desk')}
        />
      ) : (
        <div className={styles['none']}>
          <EmptyState icon={<IconMessage size={40} />} title={t('choose')} text={t('choose_text')} />
        </div>
      )}
    </div>
  );
}
