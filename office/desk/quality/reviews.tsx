import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSearchParams } from '#web/router/hooks.ts';
import { Link } from '#web/router/link.tsx';
import { callPages } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconCircleCheck } from '#web/ui/icons.ts';
import { Page } from '#web/ui/page.tsx';
import { Review } from './review.tsx';
import { ScoreForm } from './score-form.tsx';
import { useScoreKeys } from './use-score-keys.ts';
import styles from './quality.module.css';

const isDone = (query: URLSearchParams) => query.has('done');
const pagesOf = (query: URLSearchParams) => callPages('deskReviews', isDone(query) ? { done: true } : {});

export const load: ScreenLoad = ({ ensurePages, requireUser, url }) => {
  requireUser();
  return ensurePages(pagesOf(url.searchParams));
};
export const handle = { i18n: ['office/desk', 'errors'] };

/** Sampled answers: those that wait for a score, or with `done` the scored ones. */
export default function DeskReviews() {
  const { t } = useTranslation('office/desk');
  const [query] = useSearchParams();
  useScoreKeys();
  const done = isDone(query);
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(pagesOf(query));
  const reviews = data?.pages.flatMap((page) => page.reviews) ?? [];
  const waiting = data?.pages[0]?.waiting ?? 0;
  return (
    <Page title={t('quality.title')} lead={t('quality.lead')}>
      <div className={styles['stack']} data-answers="">
        <nav className={styles['boxes']} aria-label={t('quality.title')}>
          <Link to="?" aria-current={done ? undefined : 'page'}>
            {t('quality.waiting', { count: waiting })}
          </Link>
          <Link to="?done" aria-current={done ? 'page' : undefined}>
            {t('quality.done')}
          </Link>
        </nav>
        {reviews.length === 0 && (
          <EmptyState
            icon={<IconCircleCheck size={40} />}
            title={t(done ? 'quality.none_done' : 'quality.none')}
            text={t('quality.none_text')}
          />
        )}
        {reviews.length > 0 && <p className={styles['keys']}>{t('quality.keys')}</p>}
        {reviews.map((review) => (
          <Review key={review.message} review={review}>
            <ScoreForm review={review} />
          </Review>
        ))}
        {hasNextPage && (
          <div>
            <Button look="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('more')}
            </Button>
          </div>
        )}
      </div>
    </Page>
  );
}
