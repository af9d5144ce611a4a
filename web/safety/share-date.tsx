import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MOST_SHARED_DATES } from '#contract/safety/date-limits.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { LoadFailed } from '#web/messages/load-failed.tsx';
import { useLocation } from '#web/router/hooks.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { useMember, useSettings } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Card, Page } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { DateCard } from './date-card.tsx';
import { DateForm } from './date-form.tsx';
import { QuickExit } from './quick-exit.tsx';
import { datesQuery } from './use-dates.ts';
import styles from './safety.module.css';

export const load: ScreenLoad = ({ requireUser, prefetch }) => {
  requireUser();
  return prefetch(datesQuery);
};
export const handle = { i18n: ['safety', 'errors'] };

/**
 * The dates that a member shares with a friend by link, and the form for another. A conversation's menu passes the
 * first name by the history entry, so that no address names the other member.
 */
export default function ShareDate() {
  const { t } = useTranslation('safety');
  const { data, isError, refetch } = useQuery(datesQuery);
  const { name } = useMember().profile;
  const settings = useSettings();
  const who = whoIn(useLocation().state);
  const [edited, setEdited] = useState<number | null>(null);
  return (
    <Page title={t('dates.title')} lead={t('dates.lead')} width="narrow" settles>
      <div className={styles['page']}>
        <QuickExit />
        <Alert tone="warning">{t('dates.honest')}</Alert>
        {isError && !data && <LoadFailed onRetry={() => void refetch()}>{t('dates.load_failed')}</LoadFailed>}
        {!data && !isError && <Skeleton height={320} />}
        {data && data.dates.length > 0 && (
          <ul className={styles['list']}>
            {data.dates.map((date) => (
              <li key={date.id}>
                {edited === date.id ? (
                  <Card title={t('dates.change')}>
                    <DateForm date={date} onDone={() => setEdited(null)} />
                  </Card>
                ) : (
                  <DateCard date={date} onEdit={() => setEdited(date.id)} />
                )}
              </li>
            ))}
          </ul>
        )}
        {data && data.dates.length < MOST_SHARED_DATES && (
          <Card title={t('dates.new')} className={styles['card']}>
            <p className={styles['quiet']}>{t('dates.sees', { name, site: settings.name })}</p>
            {/* An empty form for the next one once a date was added. */}
            <DateForm key={data.dates.length} who={data.dates.some((one) => one.who === who) ? '' : who} />
          </Card>
        )}
      </div>
    </Page>
  );
}

const whoIn = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'who' in state && typeof state.who === 'string'
    ? state.who
    : '';
