import { useEffect } from 'react';
import { SETTINGS_PATH, sectionPath, type SettingsSection } from '#contract/membership/settings-sections.ts';
import type { User } from '#contract/membership/user.ts';
import { Trans, useTranslation } from '#web/i18n/translate.tsx';
import { Unsubscribe } from '#web/notifications/unsubscribe.tsx';
import { useLocation, useNavigate, useParams, useSearchParams } from '#web/router/hooks.ts';
import { notFound, type ScreenLoad } from '#web/session/screen-data.ts';
import { useUser } from '#web/session/use-session.ts';
import { Sections } from '#web/ui/sections/sections.tsx';
import { SectionHeading } from './card-title.tsx';
import { loadValues, sections, useSectionList } from './sections.tsx';

const FIRST: SettingsSection = 'preferences';

const isSection = (name: string | undefined): name is SettingsSection =>
  name !== undefined && Object.hasOwn(sections, name);

export const load: ScreenLoad = (screen) => {
  // The unsubscribe link in mails works without login.
  if (screen.url.searchParams.has('unsubscribe')) return;
  screen.requireUser();
  const name = screen.params['section'];
  if (name !== undefined && !isSection(name)) throw notFound();
  return Promise.all([loadValues(screen), sections[name ?? FIRST].load?.(screen)]);
};
export const handle = {
  i18n: [
    'notifications',
    'data_export',
    'mail_pause',
    'rhythm',
    'install',
    'partners',
    'security',
    'access_tokens',
    'trips',
    'signup',
    'errors',
  ],
};

export default function Settings() {
  const user = useUser();
  const [query] = useSearchParams();
  const token = query.get('unsubscribe');
  if (token) return <Unsubscribe token={token} type={query.get('type') ?? ''} />;
  return user && <SettingsSections user={user} />;
}

function SettingsSections({ user }: { user: User }) {
  const { t } = useTranslation('notifications');
  const { section } = useParams();
  const current = isSection(section) ? section : undefined;
  const groups = useSectionList(user);
  useAnchors(current);
  return (
    <Sections
      title={t('title')}
      heading={<Trans t={t} i18nKey="heading" components={{ em: <em /> }} />}
      home={SETTINGS_PATH}
      groups={groups}
      current={current}
      first={FIRST}
    >
      <SectionHeading value={groups.flat().find(({ id }) => id === current)?.title ?? null}>
        {sections[current ?? FIRST].content(user)}
      </SectionHeading>
    </Sections>
  );
}

/** Mails sent before the settings had pages link to an anchor of the list, such as `#data`. */
function useAnchors(current: SettingsSection | undefined) {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const named = hash.slice(1);
  useEffect(() => {
    if (current === undefined && isSection(named)) void navigate(sectionPath(named), { replace: true });
  }, [current, named, navigate]);
}
