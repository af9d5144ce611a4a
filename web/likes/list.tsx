import { useInfiniteQuery } from '@tanstack/react-query';
import { itemOf } from '#contract/lists/item-of.ts';
import { likeTypes, type LikeType } from '#contract/lists/like-types.ts';
import { Stressed } from '#web/i18n/stressed.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useParams } from '#web/router/hooks.ts';
import { callPages } from '#web/session/query-client.ts';
import { notFound, type ScreenLoad } from '#web/session/screen-data.ts';
import { useMember } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Page } from '#web/ui/page.tsx';
import { CardSkeleton } from '#web/ui/skeleton.tsx';
import { CardGrid } from './card-grid.tsx';
import { LikeTabs } from './like-tabs.tsx';
import { NewLabel } from './new-label.tsx';
import { NoLikes } from './no-likes.tsx';
import styles from './likes.module.css';

const pagesOf = (type: LikeType) => callPages('likes', { type });

export const load: ScreenLoad = ({ prefetchPages, params, requireUser }) => {
  requireUser();
  const type = itemOf(likeTypes, params['type']);
  if (!type) throw notFound();
  return prefetchPages(pagesOf(type));
};
export const handle = { i18n: ['likes', 'members'] };

export default function LikesOfType() {
  const { t } = useTranslation(['likes', 'common']);
  const type = itemOf(likeTypes, useParams()['type']) ?? 'received';
  const { new_likes } = useMember();
  const pages = useInfiniteQuery(pagesOf(type));
  const cards =
    pages.data?.pages.flatMap((page) => (type === 'received' ? page.liked_by : page.profiles)) ?? [];
  const fresh = new Set(
    pages.data?.pages.flatMap((page) => page.liked_by.filter(({ like_new }) => like_new).map(({ id }) => id)),
  );
  return (
    <Page title={t(`${type}.title`)} heading={<Stressed text={t('heading')} />}>
      <LikeTabs received={new_likes} />
      <section className={styles['list']} aria-busy={!pages.data}>
        <h2 className="visually-hidden">{t(`${type}.title`)}</h2>
        {!pages.data ? (
          <div className={styles['waiting']}>
            {[1, 2, 3, 4].map((card) => (
              <CardSkeleton key={card} />
            ))}
          </div>
        ) : cards.length === 0 ? (
          <NoLikes type={type} />
        ) : (
          <>
            <p className={styles['lead']}>{t(`${type}.text`)}</p>
            <CardGrid
              profiles={cards}
              eager={4}
              to={({ id }) => `/likes/m/${id}`}
              label={({ id }) => fresh.has(id) && <NewLabel />}
            />
          </>
        )}
        {pages.hasNextPage && (
          <Button
            look="secondary"
            className={styles['more']}
            busy={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            {t('more', { ns: 'common' })}
          </Button>
        )}
      </section>
    </Page>
  );
}
