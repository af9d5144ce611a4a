import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import type { CallReply } from '#contract/calls.ts';
import { useFormats } from '#web/i18n/format.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconSearch } from '#web/ui/icons.ts';
import { CardSkeleton } from '#web/ui/skeleton.tsx';
import { withFaceFirst } from './face-first.ts';
import { CardGrid } from '#web/likes/card-grid.tsx';
import styles from './results.module.css';

/** `num_results` is counted to this and no further. */
export const MOST_COUNTED = 1000;
/** The next page is fetched this far before its place comes into view. */
const AHEAD = '900px';

interface ResultsProps {
  pages: CallReply<'members'>[];
  more: boolean;
  loading: boolean;
  failed: boolean;
  onMore: () => void;
  onAdjust: () => void;
  onReset: () => void;
}

/** Pages of portraits, fetched as one scrolls, with a button for keyboards; similar members when few match. */
export function Results({ pages, more, loading, failed, onMore, onAdjust, onReset }: ResultsProps) {
  const { t } = useTranslation(['members', 'common']);
  const { number } = useFormats();
  const seen = new Set<number>();
  const results = pages.flatMap((page) => withFaceFirst(page.results)).filter(({ id }) => !seen.has(id) && seen.add(id));
  const { num_results: found, similar_results: similar } = pages[0]!;
  return (
    <section aria-label={t('search.results')} aria-busy={loading}>
      {results.length === 0 && more ? (
        <ResultsSkeleton />
      ) : results.length === 0 ? (
        <EmptyState
          icon={<IconSearch size={30} />}
          title={t('search.empty')}
          text={t('search.empty_text')}
          action={
            <div className={styles['ways']}>
              <Button onClick={onAdjust}>{t('search.adjust')}</Button>
              <Button look="secondary" onClick={onReset}>
                {t('search.reset')}
              </Button>
            </div>
          }
        />
      ) : (
        <>
          <p className={styles['found']} role="status">
            {found >= MOST_COUNTED ? t('search.found_over', { count: number(MOST_COUNTED) as never }) : t('search.found', { count: found })}
          </p>
          <CardGrid profiles={results} eager={4} />
        </>
      )}
      {more && (
        <div className={styles['more']}>
          <NextPage key={results.length} idle={!loading && !failed} onReach={onMore} />
          {loading && <SkeletonRow />}
          <Button look="secondary" busy={loading} onClick={onMore}>
            {failed ? t('retry', { ns: 'common' }) : t('more', { ns: 'common' })}
          </Button>
        </div>
      )}
      {!more && results.length > 24 && <p className={styles['end']}>{t('search.end')}</p>}
      {similar.length > 0 && (
        <div className={styles['similar']}>
          <h2>{t('search.similar')}</h2>
          <p>{t('search.similar_text')}</p>
          <CardGrid profiles={withFaceFirst(similar)} />
        </div>
      )}
    </section>
  );
}

/** Asks for the next page when it comes near. */
function NextPage({ idle, onReach }: { idle: boolean; onReach: () => void }) {
  const ref = useRef<HTMLSpanElement>(null);
  const reach = useEffectEvent(() => idle && onReach());
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && reach(), { rootMargin: AHEAD });
    observer.observe(ref.current!);
    return () => observer.disconnect();
  }, []);
  return <span ref={ref} aria-hidden="true" />;
}

const SkeletonRow = () => (
  <div className={styles['row']}>
    {[1, 2, 3, 4].map((card) => (
      <CardSkeleton key={card} />
    ))}
  </div>
);

/** The list before its first page. */
export function ResultsSkeleton() {
  return (
    <div aria-busy="true" className={styles['waiting']}>
      {Array.from({ length: 8 }, (_, card) => (
        <CardSkeleton key={card} />
      ))}
    </div>
  );
}
