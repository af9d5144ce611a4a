import { useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { onlookers, type Onlooker } from '#contract/lists/onlookers.ts';
import { SETTINGS_PATH, settingsPath } from '#contract/membership/settings-sections.ts';
import type { User } from '#contract/membership/user.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { LoadFailed } from '#web/messages/load-failed.tsx';
import { PROFILE_PATH } from '#web/profile/profile-sections.ts';
import { useSearchParams } from '#web/router/hooks.ts';
import { Link } from '#web/router/link.tsx';
import { callQuery } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useMember } from '#web/session/use-session.ts';
import { Chip } from '#web/ui/chip.tsx';
import { IconChevronRight } from '#web/ui/icons.ts';
import { Card, Page } from '#web/ui/page.tsx';
import { SectionHead } from '#web/ui/sections/sections.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Invisible } from '../invisible.tsx';
import { AsSeen } from './as-seen.tsx';
import styles from './who-can-see-me.module.css';

const profileAsQuery = (as: Onlooker) => callQuery('profileAs', { query: { as } });

const onlookerOf = (params: URLSearchParams): Onlooker =>
  onlookers.find((name) => name === params.get('as')) ?? 'visitor';

export const load: ScreenLoad = ({ ensure, requireUser, url }) => {
  requireUser();
  return ensure(profileAsQuery(onlookerOf(url.searchParams)));
};
export const handle = {
  i18n: ['who_can_see_me', 'notifications', 'members', 'profile', 'prompts', 'photos'],
};

/** The member's own profile as others see it, with the switches that change it (docs/product.md 6.14). */
export default function WhoCanSeeMe() {
  const { t } = useTranslation(['who_can_see_me', 'common']);
  const { errorText } = useErrorText();
  const user = useMember();
  const [params, setParams] = useSearchParams();
  const as = onlookerOf(params);
  const { data, error, refetch } = useQuery(profileAsQuery(as));
  useChangesOf(user);
  return (
    <Page title={t('title')} heading={null}>
      <SectionHead home={SETTINGS_PATH} title={t('common:nav.settings')} heading={t('title')} />
      <p className={styles['lead']}>{t('lead')}</p>
      <div className={styles['columns']}>
        <div className={styles['seen']}>
          <div className={styles['onlookers']} role="group" aria-label={t('title')}>
            {onlookers.map((name) => (
              <Chip
                key={name}
                chosen={name === as}
                onClick={() => setParams({ as: name }, { replace: true, preventScrollReset: true })}
              >
                {t(`as.${name}`)}
              </Chip>
            ))}
          </div>
          {data ? (
            <AsSeen as={as} seen={data} />
          ) : error ? (
            <LoadFailed onRetry={() => void refetch()}>{errorText(error)}</LoadFailed>
          ) : (
            <Skeleton height={480} />
          )}
        </div>
        <div className={styles['switches']}>
          <Invisible user={user} />
          <MoreSwitches user={user} />
        </div>
      </div>
    </Page>
  );
}

/**
 * Refetches what others see after a change of the switches or the photos, also one made on another device. The
 * member's own data changes before the server has answered.
 */
function useChangesOf({ invisible, incognito, profile }: User) {
  const queries = useQueryClient();
  const photos = profile.photos.map((photo) => `${photo.id} ${photo.private} ${photo.on_request}`).join();
  const isSaving = useIsMutating() > 0;
  useEffect(() => {
    if (!isSaving) void queries.invalidateQueries({ queryKey: ['profileAs'] });
  }, [queries, isSaving, invisible, incognito, photos]);
}

/** The pages of what else decides who sees and reaches the member. */
function MoreSwitches({ user: { profile } }: { user: User }) {
  const { t } = useTranslation(['who_can_see_me', 'notifications']);
  return (
    <Card>
      <ul className={styles['more']}>
        <MoreRow to={PROFILE_PATH} title={t('photos.title')}>
          <PhotoStates photos={profile.photos} />
        </MoreRow>
        {(['photo_access', 'contact'] as const).map((page) => (
          <MoreRow key={page} to={settingsPath(page)} title={t(`notifications:${page}.title`)}>
            {t(`notifications:${page}.text`)}
          </MoreRow>
        ))}
      </ul>
    </Card>
  );
}

const MoreRow = ({ to, title, children }: { to: string; title: string; children: ReactNode }) => (
  <li>
    <h2>
      <Link to={to}>
        {title}
        <IconChevronRight size={20} aria-hidden="true" />
      </Link>
    </h2>
    <p>{children}</p>
  </li>
);

function PhotoStates({ photos }: Pick<User['profile'], 'photos'>) {
  const { t } = useTranslation('who_can_see_me');
  const { list } = useFormats();
  const counts = {
    public: photos.filter((photo) => !photo.private).length,
    private: photos.filter((photo) => photo.private && !photo.on_request).length,
    on_request: photos.filter((photo) => photo.on_request).length,
  };
  if (photos.length === 0) return t('photos.none');
  return list(
    (['public', 'private', 'on_request'] as const)
      .filter((state) => counts[state] > 0)
      .map((state) => t(`photos.${state}`, { count: counts[state] })),
  );
}
