import { useQuery } from '@tanstack/react-query';
import type { Trip } from '#contract/search.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { LoadFailed } from '#web/messages/load-failed.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { CardTitle } from '../card-title.tsx';
import { TripForm } from './trip-form.tsx';
import { tripsQuery, useDeleteTrip } from './use-trips.ts';
import section from '../section.module.css';
import styles from './trips.module.css';

/** Towns in which the member is also found while they travel (docs/product.md 6.23). */
export function Trips() {
  const { t } = useTranslation('trips');
  const { data, isError, refetch } = useQuery(tripsQuery);
  return (
    <>
      <Card>
        <CardTitle>{t('title')}</CardTitle>
        <p className={section['lead']}>{t('lead')}</p>
        <p className={styles['quiet']}>{t('home')}</p>
        {!data &&
          (isError ? (
            <LoadFailed onRetry={() => void refetch()}>{t('failed')}</LoadFailed>
          ) : (
            <Skeleton height={120} />
          ))}
        {data && data.trips.length > 0 && (
          <ul className={styles['trips']} aria-label={t('list')}>
            {data.trips.map((trip) => (
              <li key={trip.id}>
                <TripItem trip={trip} />
              </li>
            ))}
          </ul>
        )}
      </Card>
      {data && (
        <Card>
          <h2>{t('add_title')}</h2>
          {data.trips.filter(({ state }) => state !== 'over').length < data.most ? (
            <TripForm mostDays={data.most_days} />
          ) : (
            <Alert tone="info">{t('full', { most: data.most })}</Alert>
          )}
        </Card>
      )}
    </>
  );
}

function TripItem({ trip: { id, country, city, starts_on, ends_on, state } }: { trip: Trip }) {
  const { t } = useTranslation('trips');
  const { country: countryName } = useFormats();
  const { plainDay } = useFormats();
  const remove = useDeleteTrip();
  const place = `${city}, ${countryName(country)}`;
  return (
    <>
      <p className={styles['place']}>{place}</p>
      <p className={styles['quiet']}>
        {t('dates', { from: plainDay(starts_on), until: plainDay(ends_on) })} · {t(state)}
      </p>
      <div className={styles['ways']} role="group" aria-label={place}>
        {state !== 'over' && (
          <ButtonLink
            to={`/members?${String(new URLSearchParams({ country, town: city, radius: '25', sort: 'newest' }))}`}
            look="secondary"
            size="s"
          >
            {t('search', { town: city })}
          </ButtonLink>
        )}
        <Button
          look="quiet"
          size="s"
          busy={remove.isPending}
          onClick={() => remove.mutate(id, { onSuccess: () => toast('success', t('deleted')) })}
        >
          {t('delete')}
        </Button>
      </div>
    </>
  );
}
