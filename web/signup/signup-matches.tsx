import { useQuery } from '@tanstack/react-query';
import type { User } from '#contract/membership/user.ts';
import type { ProfileCard } from '#contract/profiles.ts';
import { OLDEST, YOUNGEST } from '#contract/rules/search-rules.ts';
import { Trans, useTranslation } from '#web/i18n/translate.tsx';
import { withFaceFirst } from '#web/members/face-first.ts';
import { callQuery } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { useMember } from '#web/session/use-session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconArrowRight, IconUsers } from '#web/ui/icons.ts';
import { Page } from '#web/ui/page.tsx';
import { PortraitCard } from '#web/ui/portrait/portrait-card.tsx';
import { CardSkeleton } from '#web/ui/skeleton.tsx';
import styles from './signup-matches.module.css';

const MOST_MATCHES = 12;
const AGE_MARGIN_YEARS = 8;

const matchesQuery = ({ profile }: User) =>
  callQuery('members', {
    query: {
      gender: profile.gender_sought ?? undefined,
      country: profile.country,
      min_age: Math.max(YOUNGEST, profile.age - AGE_MARGIN_YEARS),
      max_age: Math.min(OLDEST, profile.age + AGE_MARGIN_YEARS),
      ...(profile.city && { sort: 'nearest' as const }),
    },
  });

export const load: ScreenLoad = ({ requireUser, prefetch }) => prefetch(matchesQuery(requireUser()));
export const handle = { i18n: ['signup'] };

export default function SignupMatches() {
  const { t } = useTranslation('signup');
  const user = useMember();
  const { data } = useQuery(matchesQuery(user));
  const near = data && withFaceFirst(data.results).slice(0, MOST_MATCHES);
  // If few members are nearby, others follow under a heading of their own.
  const further =
    data && near ? withFaceFirst(data.similar_results).slice(0, Math.max(0, MOST_MATCHES - near.length)) : [];
  const all = (
    <ButtonLink to="/members" look="secondary">
      {t('matches.all')}
      <IconArrowRight size={18} aria-hidden="true" />
    </ButtonLink>
  );
  return (
    <Page
      title={t('matches.title')}
      heading={<Trans t={t} i18nKey="matches.heading" components={{ em: <em /> }} />}
      lead={t('matches.lead')}
      aside={all}
    >
      {near && near.length + further.length === 0 ? (
        <EmptyState
          icon={<IconUsers size={30} />}
          title={t('matches.empty')}
          text={t('matches.empty_text')}
          action={all}
        />
      ) : (
        <>
          {(!near || near.length > 0) && <People people={near} eager />}
          {further.length > 0 && (
            <section className={styles['further']} aria-labelledby="further">
              <h2 id="further">{t('matches.further')}</h2>
              <People people={further} />
            </section>
          )}
        </>
      )}
    </Page>
  );
}

function People({ people, eager }: { people: ProfileCard[] | undefined; eager?: boolean }) {
  return (
    <ul className={styles['grid']} aria-busy={!people}>
      {people?.map((person, place) => (
        <li key={person.id}>
          <PortraitCard profile={person} to={`/members/${person.id}`} eager={eager && place < 4} />
        </li>
      )) ??
        Array.from({ length: 8 }, (_, place) => (
          <li key={place}>
            <CardSkeleton />
          </li>
        ))}
    </ul>
  );
}
