import { useInfiniteQuery } from '@tanstack/react-query';
import type { TextKind, TextVersion } from '#contract/texts.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callPages } from '#web/session/query-client.ts';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import type { TextPlace } from './place.tsx';
import styles from './texts.module.css';

type Content = TextVersion['content'];

interface Props {
  kind: TextKind;
  name: string;
  place: TextPlace;
  describe: (content: NonNullable<Content>) => string;
  /** False if the operator may read the text but not change it. */
  mayWrite?: boolean;
  onPick: (content: NonNullable<Content>) => void;
  /** Restores the previous version. Null restores the standard text. */
  onUndo: (content: Content) => void;
  busy: boolean;
}

export function Versions({ kind, name, place, describe, mayWrite = true, onPick, onUndo, busy }: Props) {
  const { t } = useTranslation('office/texts');
  const { shortDate, time } = useFormats();
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    callPages('adminTextVersions', { kind, name, ...place }),
  );
  const versions = data?.pages.flatMap((page) => page.versions) ?? [];
  return (
    <section className={styles['versions']}>
      <div className={styles['row']}>
        <h2>{t('history')}</h2>
        {mayWrite && versions.length > 0 && (
          <Button look="secondary" size="s" busy={busy} onClick={() => onUndo(versions[1]?.content ?? null)}>
            {t('undo')}
          </Button>
        )}
      </div>
      {data && versions.length === 0 && <p className={styles['quiet']}>{t('no_history')}</p>}
      <ol>
        {versions.map(({ id, at, operator, content }, place_) => (
          <li key={id}>
            <div>
              <b suppressHydrationWarning>{`${shortDate(at)}, ${time(at)}`}</b>{' '}
              {operator ? (operator.name ?? `#${operator.id}`) : t('command_line')}
              {place_ === 0 && <Tag>{t('current')}</Tag>}
              <p className={styles['quiet']}>{content ? describe(content) : t('taken_away')}</p>
            </div>
            {mayWrite && content && place_ > 0 && (
              <Button look="quiet" size="s" onClick={() => onPick(content)}>
                {t('look')}
              </Button>
            )}
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <Button look="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </section>
  );
}
