import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callPages } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Page } from '#web/ui/page.tsx';
import { Review } from './review.tsx';
import styles from './quality.module.css';

const pages = callPages('deskScores', {});

export const load: ScreenLoad = ({ ensurePages, requireUser }) => {
  requireUser();
  return ensurePages(pages);
};
export const handle = { i18n: ['office/desk', 'errors'] };

/** A writer's own scored answers. */
export default function DeskScores() {
  const { t } = useTranslation('office/desk');
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(pages);
  const reviews = data?.pages.flatMap((page) => page.reviews) ?? [];
  return (
    <Page title={t('quality.own')} lead={t('quality.own_lead')}>
      <div className={styles['stack']}>
        {reviews.length === 0 && <EmptyState title={t('quality.none_done')} text={t('quality.own_none')} />}
        {reviews.map((review) => (
          <Review key={review.message} review={review}>
            <p className={styles['score']}>
              <b>{t('quality.score_of', { score: review.score ?? 0 })}</b> {review.comment}
            </p>
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
