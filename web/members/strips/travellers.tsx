import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { CallQuery } from '#contract/calls.ts';
import { nameAndAge } from '#contract/membership/name-and-age.ts';
import type { Traveller } from '#contract/search.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from '#web/router/link.tsx';
import { callPages } from '#web/session/query-client.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { IconPlane } from '#web/ui/icons.ts';
import styles from './people-strip.module.css';

type Search = NonNullable<CallQuery<'travellers'>>;

export const travellersQuery = (search: Search) => callPages('travellers', search);

/** Members who live elsewhere and are in the place of the search now. Without any, or after an error, it is absent. */
export function Travellers({ search }: { search: Search }) {
  const { t } = useTranslation(['members', 'common']);
  const id = useId();
  const placeAndEnd = usePlaceAndEnd();
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(travellersQuery(search));
  const travellers = data?.pages.flatMap((page) => page.travellers) ?? [];
  if (travellers.length === 0) return null;
  return (
    <section className={styles['people']} aria-labelledby={id}>
      <div className={styles['head']}>
        <h2 id={id}>
          <IconPlane size={18} aria-hidden="true" />
          {t('search.travellers.title')}
        </h2>
      </div>
      <ul className={styles['strip']}>
        {travellers.map(({ profile, trip }) => (
          <li key={profile.id}>
            <Link to={`/members/${profile.id}`} className={styles['person']}>
              <Avatar profile={profile} size={56} />
              <span className={styles['name']}>{nameAndAge(profile)}</span>
              <span className={styles['note']}>{placeAndEnd(trip)}</span>
            </Link>
          </li>
        ))}
        {hasNextPage && (
          <li className={styles['more']}>
            <Button look="quiet" size="s" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('common:more')}
            </Button>
          </li>
        )}
      </ul>
    </section>
  );
}

/** "in Gent until 12 Dec", with as much of the place as the site shows. */
function usePlaceAndEnd() {
  const { t } = useTranslation('members');
  const { country: countryName, plainDay } = useFormats();
  return ({ country, region, city, ends_on }: Traveller['trip']): string => {
    const date = plainDay(ends_on);
    const place = city ?? region ?? (country && countryName(country));
    return place
      ? t('search.travellers.until', { town: place, date })
      : t('search.travellers.here_until', { date });
  };
}
