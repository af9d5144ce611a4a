import { useEffect, useEffectEvent, useRef } from 'react';
import type { CallReply } from '#contract/calls.ts';
import { MOST_COUNTED } from '#contract/rules/search-rules.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { CardGrid } from '#web/likes/card-grid.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconSearch } from '#web/ui/icons.ts';
import { CardSkeleton } from '#web/ui/skeleton.tsx';
import { withFaceFirst } from './face-first.ts';
import styles from './results.module.css';

const AHEAD = '900px';

interface ResultsProps {
  pages: CallReply<'members'>[];
  /** The members come nearest first. */
  byDistance: boolean;
  more: boolean;
  loading: boolean;
  failed: boolean;
  onMore: () => void;
  onAdjust: () => void;
  onReset: () => void;
}

export function Results(props: ResultsProps) {
  const { pages, byDistance, more, loading, failed, onMore, onAdjust, onReset } = props;
  const { t } = useTranslation(['members', 'common']);
  const results = eachOnce(pages, byDistance);
  const { num_results: found = 0, similar_results: similar = [] } = pages[0] ?? {};
  return (
    <section aria-label={t('search.results')} aria-busy={loading}>
      {results.length > 0 ? (
        <>
          <NumberFound found={found} />
          <CardGrid profiles={results} eager={4} />
        </>
      ) : more ? (
        <ResultsSkeleton />
      ) : (
        <NothingFound onAdjust={onAdjust} onReset={onReset} />
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

/** The results of all pages without duplicates. Pages overlap if a member moved up in the meantime. */
function eachOnce(pages: readonly CallReply<'members'>[], byDistance: boolean) {
  const seen = new Set<number>();
  return pages
    .flatMap(({ results }) => (byDistance ? results : withFaceFirst(results)))
    .filter(({ id }) => !seen.has(id) && seen.add(id));
}

function NumberFound({ found }: { found: number }) {
  const { t } = useTranslation('members');
  const { number } = useFormats();
  return (
    <p className={styles['found']} role="status">
      {found >= MOST_COUNTED
        ? t('search.found_over', { most: number(MOST_COUNTED) })
        : t('search.found', { count: found })}
    </p>
  );
}

function NothingFound({ onAdjust, onReset }: Pick<ResultsProps, 'onAdjust' | 'onReset'>) {
  const { t } = useTranslation('members');
  return (
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
  );
}

function NextPage({ idle, onReach }: { idle: boolean; onReach: () => void }) {
  const ref = useRef<HTMLSpanElement>(null);
  const reach = useEffectEvent(() => idle && onReach());
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && reach(), {
      rootMargin: AHEAD,
    });
    if (ref.current) observer.observe(ref.current);
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

export function ResultsSkeleton() {
  return (
    <div aria-busy="true" className={styles['waiting']}>
      {Array.from({ length: 8 }, (_, card) => (
        <CardSkeleton key={card} />
      ))}
    </div>
  );
}
