import { useQuery } from '@tanstack/react-query';
import type { CallReply } from '#contract/calls.ts';
import { formatsOf, useTimeZone } from '#web/i18n/format.ts';
import { useLocale } from '#web/i18n/locale-links.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSearchParams } from '#web/router/hooks.ts';
import { callQuery } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { useClock } from '#web/session/use-clock.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Brand } from '#web/ui/brand.tsx';
import { Card, Page } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { secretPageHeaders } from './secret-page-headers.ts';
import styles from './safety.module.css';

const REFRESH_MS = 30_000;

const dateQuery = (query: URLSearchParams) => ({
  ...callQuery('dateOfFriend', { query: { token: query.get('token') ?? '' } }),
  retry: false,
  refetchInterval: REFRESH_MS,
});

export const load: ScreenLoad = ({ prefetch, url }) => prefetch(dateQuery(url.searchParams));
export const handle = { i18n: ['safety'] };
export const headers = secretPageHeaders;

/** A member's date as the friend with the link sees it, without an account. */
export default function SharedDate() {
  const { t } = useTranslation('safety');
  const { data: date, isError } = useQuery(dateQuery(useSearchParams()[0]));
  // A date that was ended must not stay on the screen of an open page.
  if (isError)
    return (
      <Frame title={t('friend.gone')}>
        <p className={styles['quiet']}>{t('friend.gone_text')}</p>
      </Frame>
    );
  if (!date)
    return (
      <Frame title={t('friend.title')}>
        <Skeleton height={240} />
      </Frame>
    );
  return <Shown date={date} />;
}

function Frame({ title, heading, children }: { title: string; heading?: string; children: React.ReactNode }) {
  return (
    <Page title={title} heading={heading} width="narrow" aside={<Brand />} settles>
      <div className={styles['page']}>{children}</div>
    </Page>
  );
}

function Shown({ date }: { date: CallReply<'dateOfFriend'> }) {
  const { t } = useTranslation('safety');
  const own = useTimeZone();
  const { day, date: dateOf, time } = formatsOf(useLocale(), date.time_zone);
  const { member: name, who, starts_at, place, note, expires_at, time_zone } = date;
  return (
    // The title, which histories and previews show, names nobody.
    <Frame title={t('friend.title')} heading={t('friend.heading', { name, who })}>
      <Card>
        <dl className={styles['facts']}>
          <Fact term={t('form.when')}>
            {day(starts_at)}, {time(starts_at)}
          </Fact>
          {place && <Fact term={t('form.where')}>{place}</Fact>}
          {note && <Fact term={t('form.note')}>{note}</Fact>}
          <Fact term={t('friend.check_in')}>
            <CheckIn date={date} time={time} />
          </Fact>
        </dl>
        {own !== time_zone && (
          <p className={styles['quiet']}>{t('friend.zone', { zone: time_zone.replaceAll('_', ' ') })}</p>
        )}
      </Card>
      <Alert>{t('friend.honest', { name })}</Alert>
      <p className={styles['quiet']}>
        {t('friend.until', { date: dateOf(expires_at), time: time(expires_at) })}
      </p>
    </Frame>
  );
}

function Fact({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface CheckInProps {
  date: CallReply<'dateOfFriend'>;
  time: (at: string) => string;
}

function CheckIn({ date: { member: name, check_in_at, checked_in_at }, time }: CheckInProps) {
  const { t } = useTranslation('safety');
  const now = useClock(REFRESH_MS);
  if (checked_in_at) return <strong>{t('friend.checked_in', { time: time(checked_in_at) })}</strong>;
  if (!check_in_at) return t('friend.none');
  const isDue = now !== null && Date.parse(check_in_at) <= now;
  return (
    <>
      <strong>{t('friend.not_yet')}</strong>{' '}
      {now !== null && t(isDue ? 'friend.asked' : 'friend.asks', { name, time: time(check_in_at) })}
    </>
  );
}
