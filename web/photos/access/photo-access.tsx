import { useInfiniteQuery } from '@tanstack/react-query';
import { nameAndAge } from '#contract/membership/name-and-age.ts';
import { SETTINGS_PATH } from '#contract/membership/settings-sections.ts';
import { photoAccessStates, type PhotoAccessState } from '#contract/photos/access-states.ts';
import type { PersonWithAccess } from '#contract/photos/access.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { LoadFailed } from '#web/messages/load-failed.tsx';
import { Link } from '#web/router/link.tsx';
import { callPages } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useMember } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Card, Page } from '#web/ui/page.tsx';
import { KindLabel } from '#web/ui/portrait/kind-label.tsx';
import { SectionHead } from '#web/ui/sections/sections.tsx';
import { useAnswerPhotoRequest, useGrantEnd } from './use-photo-access.ts';
import styles from './photo-access.module.css';

const peopleQuery = (state: PhotoAccessState) => callPages('photoAccess', { state });

export const load: ScreenLoad = ({ requireUser, prefetchPages }) => {
  requireUser();
  return Promise.all(photoAccessStates.map((state) => prefetchPages(peopleQuery(state))));
};
export const handle = { i18n: ['photo_access'] };

/** Who asks for the member's photos on request, and who sees them (docs/product.md 6.13). */
export default function PhotoAccess() {
  const { t } = useTranslation(['photo_access', 'common']);
  const { photos } = useMember().profile;
  return (
    <Page title={t('title')} heading={null}>
      <SectionHead home={SETTINGS_PATH} title={t('common:nav.settings')} heading={t('title')} />
      <div className={styles['column']}>
        <p className={styles['lead']}>{t('lead')}</p>
        <Alert tone="warning">{t('screenshots')}</Alert>
        {!photos.some((photo) => photo.on_request) && (
          <Card>
            <p>{t('no_photos')}</p>
            <div>
              <ButtonLink to="/profile" look="secondary">
                {t('my_photos')}
              </ButtonLink>
            </div>
          </Card>
        )}
        {photoAccessStates.map((state) => (
          <People key={state} state={state} />
        ))}
      </div>
    </Page>
  );
}

const emptyText = { asked: 'asked_none', granted: 'granted_none', declined: null } as const;

function People({ state }: { state: PhotoAccessState }) {
  const { t } = useTranslation(['photo_access', 'common']);
  const { errorText } = useErrorText();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    peopleQuery(state),
  );
  const people = data?.pages.flatMap((page) => page.people) ?? [];
  const empty = emptyText[state];
  if (people.length === 0 && empty === null) return null;
  return (
    <Card>
      <h2>{t(state)}</h2>
      {error && !data && <LoadFailed onRetry={() => void refetch()}>{errorText(error)}</LoadFailed>}
      {data && people.length === 0 && empty && <p className={styles['lead']}>{t(empty)}</p>}
      {state === 'declined' && <p className={styles['lead']}>{t('declined_text')}</p>}
      {people.length > 0 && (
        <ul className={styles['people']}>
          {people.map((person) => (
            <Person key={person.profile.id} person={person} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <div>
          <Button look="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('common:more')}
          </Button>
        </div>
      )}
    </Card>
  );
}

function Person({ person: { profile, state, until } }: { person: PersonWithAccess }) {
  const { t } = useTranslation('photo_access');
  const answer = useAnswerPhotoRequest();
  const grantEnd = useGrantEnd();
  const choice = (
    access: 'always' | 'day' | 'none',
    label: string,
    look: 'primary' | 'secondary' | 'quiet',
  ) => (
    <Button
      size="s"
      look={look}
      busy={answer.isPending && answer.variables.access === access}
      disabled={answer.isPending}
      onClick={() => answer.mutate({ profile: profile.id, access })}
    >
      {label}
    </Button>
  );
  return (
    <li className={styles['person']}>
      <Link to={`/members/${profile.id}`} className={styles['who']}>
        <Avatar profile={profile} size={52} />
        <span>
          <strong>{nameAndAge(profile)}</strong>
          <KindLabel profile={profile} plain />
          {state === 'granted' && (
            <span className={styles['until']}>
              {until ? t('until', { time: grantEnd(until) }) : t('for_good')}
            </span>
          )}
        </span>
      </Link>
      <div className={styles['ways']} role="group" aria-label={profile.name}>
        {state !== 'granted' && (
          <>
            {choice('day', t('day'), state === 'asked' ? 'primary' : 'secondary')}
            {choice('always', t('always'), 'secondary')}
          </>
        )}
        {state === 'asked' && choice('none', t('no'), 'quiet')}
        {state === 'granted' && choice('none', t('end'), 'secondary')}
      </div>
    </li>
  );
}
