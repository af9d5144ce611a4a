import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '#office/pieces/may.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callPages } from '#web/session/query-client.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconMasks } from '#web/ui/icons.ts';
import { PageHead } from '#web/ui/page.tsx';
import { KindLabel } from '#web/ui/portrait/kind-label.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { FictionalForm, type HouseProfile } from './fictional-form.tsx';
import styles from './fictional-profiles.module.css';

export const houseProfilePages = (kind: 'cam' | 'fictional') => callPages('fictionalProfiles', { kind });
export const houseProfileHandle = {
  i18n: ['office/desk', 'chat', 'profile', 'members', 'errors', 'countries'],
};

/**
 * The list of fictional profiles or cam listings, which moderators create and change. It is not a route
 * component itself, because the router passes those no custom props.
 */
export function HouseProfiles({ kind }: { kind: 'fictional' | 'cam' }) {
  const { t } = useTranslation(['office/desk', 'office/frame']);
  const title = kind === 'cam' ? t('office/frame:menu.cam_listings') : t('profiles');
  const mayChange = useMay('changeFictionalProfile');
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(houseProfilePages(kind));
  const [open, setOpen] = useState<HouseProfile | 'new' | null>(null);
  const profiles = data?.pages.flatMap((page) => page.profiles) ?? [];
  const create = mayChange && <Button onClick={() => setOpen('new')}>{t('new_profile')}</Button>;
  return (
    <div className={styles['page']}>
      <PageHead title={title} />
      <header className={styles['head']}>
        <div>
          <h1>{title}</h1>
          <p>{t(kind === 'cam' ? 'cams_text' : 'profiles_text')}</p>
        </div>
        {create}
      </header>
      <Tabs
        label={t('profiles')}
        tabs={[
          { to: '/admin/fictional-profiles', text: t('kind_fictional') },
          { to: '/admin/cam-listings', text: t('kind_cam') },
        ]}
      />
      {profiles.length === 0 ? (
        <EmptyState
          icon={<IconMasks size={44} />}
          title={t('no_profiles')}
          text={t(kind === 'cam' ? 'no_cams_text' : 'no_profiles_text')}
          action={create}
        />
      ) : (
        <ul className={styles['grid']}>
          {profiles.map((one) => (
            <li key={one.profile.id}>
              <HouseProfileRow one={one} onOpen={mayChange ? () => setOpen(one) : undefined} />
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button look="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('more')}
        </Button>
      )}
      {open && (
        <FictionalForm
          key={open === 'new' ? 'new' : open.profile.id}
          kind={kind}
          existing={open === 'new' ? null : open}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
}

function HouseProfileRow({
  one: { profile, label, languages, opens, closes, waiting },
  onOpen,
}: {
  one: HouseProfile;
  onOpen: (() => void) | undefined;
}) {
  const { t } = useTranslation('office/desk');
  const content = (
    <>
      <Avatar profile={profile} size={64} />
      <span className={styles['about']}>
        <b>
          {profile.name}, {profile.age}
        </b>
        <KindLabel profile={profile} plain />
        <small>
          {[label, languages.join(' '), opens && closes ? `${opens}–${closes}` : null]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </span>
      <span className={styles['tags']}>
        {waiting > 0 && <Tag tone="red">{t('in_desk', { count: waiting })}</Tag>}
        {profile.status === 'disabled' && <Tag>{t('hidden')}</Tag>}
      </span>
    </>
  );
  return onOpen ? (
    <button type="button" className={styles['card']} onClick={onOpen}>
      {content}
    </button>
  ) : (
    <div className={styles['card']}>{content}</div>
  );
}
