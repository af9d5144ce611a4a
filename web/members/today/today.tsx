import { useQuery } from '@tanstack/react-query';
import type { CallReply } from '#contract/calls.ts';
import type { SectionPath } from '#contract/membership/settings-sections.ts';
import { isWordOf } from '#contract/profile-fields.ts';
import { DAILY_PEOPLE } from '#contract/rules/daily-people-rules.ts';
import { useFactWords } from '#web/i18n/fact-words.ts';
import { useFormats } from '#web/i18n/format.ts';
import { Stressed } from '#web/i18n/stressed.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { CardGrid } from '#web/likes/card-grid.tsx';
import { LoadFailed } from '#web/messages/load-failed.tsx';
import { callQuery } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { useMember } from '#web/session/use-session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconSparkles } from '#web/ui/icons.ts';
import { Page } from '#web/ui/page.tsx';
import { CardSkeleton } from '#web/ui/skeleton.tsx';
import styles from './today.module.css';

/** Asked anew at each visit, because people may be hidden, blocked or dismissed in the meantime. */
const dailyQuery = { ...callQuery('dailyPeople'), staleTime: 0 };

export const load: ScreenLoad = ({ prefetch, requireUser }) => {
  requireUser();
  return prefetch(dailyQuery);
};
export const handle = { i18n: ['daily_people', 'likes', 'profile'] };

/** Up to five people chosen for the member's day (docs/product.md 6.21). */
export default function Today() {
  const { t } = useTranslation('daily_people');
  const { data, isError, refetch } = useQuery(dailyQuery);
  const people = data?.people;
  return (
    <Page
      title={t('title')}
      heading={<Stressed text={t('heading')} />}
      lead={people?.length === 0 ? undefined : t('lead')}
      settles={!people}
    >
      {people ? (
        people.length > 0 ? (
          <People people={people} />
        ) : (
          <NobodyToday />
        )
      ) : isError ? (
        <LoadFailed onRetry={() => void refetch()}>{t('failed')}</LoadFailed>
      ) : (
        <div className={styles['waiting']} aria-busy="true">
          {Array.from({ length: DAILY_PEOPLE }, (_, card) => (
            <CardSkeleton key={card} />
          ))}
        </div>
      )}
    </Page>
  );
}

type DailyPerson = CallReply<'dailyPeople'>['people'][number];

function People({ people }: { people: DailyPerson[] }) {
  const { t } = useTranslation('daily_people');
  const reason = useReason();
  const reasons = new Map(people.map((person) => [person.profile.id, reason(person)]));
  return (
    <section className={styles['people']} aria-label={t('title')}>
      <CardGrid
        profiles={people.map(({ profile }) => profile)}
        eager={DAILY_PEOPLE}
        note={({ id }) => <p className={styles['reason']}>{reasons.get(id)}</p>}
      />
    </section>
  );
}

/** The distance is on the card. */
function useReason() {
  const { t } = useTranslation('daily_people');
  const { list } = useFormats();
  const { word } = useFactWords();
  return ({ shared }: DailyPerson): string => {
    if (!shared) return t('fits');
    const { field, words } = shared;
    return t('shared', {
      words: list(words.filter((each) => isWordOf(field, each)).map((each) => word(field, each))),
    });
  };
}

/** The search reduces these to its youngest and oldest age. */
const ALL_AGES = 'min_age=0&max_age=999';

/** Nobody is chosen without the consent to the use of what a member seeks (docs/product.md 6.11). */
function NobodyToday() {
  const { t } = useTranslation(['daily_people', 'errors', 'common']);
  const withdrawn = Boolean(useMember().intimate_consent?.withdrawn_at);
  return (
    <EmptyState
      icon={<IconSparkles size={30} />}
      title={t(withdrawn ? 'withdrawn' : 'empty')}
      text={withdrawn ? t('errors:error.consent_withdrawn') : t('empty_text')}
      action={
        <div className={styles['ways']}>
          {withdrawn ? (
            <ButtonLink to={'/notifications/privacy' satisfies SectionPath}>
              {t('common:nav.settings')}
            </ButtonLink>
          ) : (
            <>
              <ButtonLink to={`/members?${ALL_AGES}`}>{t('all_ages')}</ButtonLink>
              <ButtonLink look="secondary" to={`/members?${ALL_AGES}&country=all&sort=newest`}>
                {t('all_countries')}
              </ButtonLink>
            </>
          )}
        </div>
      }
    />
  );
}
