import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isSettingsScreen, settingsGroups, settingsPath } from '#contract/membership/settings-sections.ts';
import type { SettingsPage, SettingsSection } from '#contract/membership/settings-sections.ts';
import type { User } from '#contract/membership/user.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callPages, callQuery } from '#web/session/query-client.ts';
import type { Screen } from '#web/session/screen-data.ts';
import type { SectionEntry } from '#web/ui/sections/sections.tsx';
import { AdvertisingSource } from './advertising-source.tsx';
import { ChangeEmail } from './change-email.tsx';
import { ChangePassword } from './change-password.tsx';
import { DataExport } from './data-export.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { IntimateConsent } from './intimate-consent.tsx';
import { IntimatePictures } from './intimate-pictures.tsx';
import { Invisible } from './invisible.tsx';
import { ShowOnLandingPages } from './landing-pages.tsx';
import { BlockedMembers } from './people/blocked-members.tsx';
import { DismissedMembers } from './people/dismissed-members.tsx';
import { Preferences } from './preferences.tsx';
import { ReadMarks } from './read-marks.tsx';
import { RefusesCalls } from './refuses-calls.tsx';
import { Rhythm, rhythmQuery, useRhythmValue } from './rhythm.tsx';
import { AccessTokens } from './security/access-tokens.tsx';
import { SecondStep } from './security/second-step.tsx';
import { Sessions } from './security/sessions.tsx';
import { SpendingCap } from './spending-cap.tsx';
import { SpendingPause } from './spending-pause.tsx';
import { Trips } from './trips/trips.tsx';

type Load = Pick<Screen, 'prefetch' | 'prefetchPages'>;

interface Section {
  content: (user: User) => ReactNode;
  /** Lists are loaded with the page, because later they would push its content down. */
  load?: (screen: Load) => Promise<unknown>;
}

export const sections: Record<SettingsSection, Section> = {
  preferences: { content: (user) => <Preferences user={user} /> },
  rhythm: { content: () => <Rhythm />, load: ({ prefetch }) => prefetch(rhythmQuery) },
  access: {
    content: (user) => (
      <>
        <ChangeEmail user={user} />
        <ChangePassword />
      </>
    ),
    load: ({ prefetch }) => prefetch(callQuery('security')),
  },
  security: {
    content: () => (
      <>
        <SecondStep />
        <Sessions />
      </>
    ),
    load: ({ prefetch }) => Promise.all([prefetch(callQuery('security')), prefetch(callQuery('sessions'))]),
  },
  visibility: {
    content: (user) => (
      <>
        <Invisible user={user} />
        <ShowOnLandingPages user={user} />
      </>
    ),
  },
  trips: {
    content: () => <Trips />,
    load: ({ prefetch }) => prefetch(callQuery('trips')),
  },
  privacy: {
    content: (user) => (
      <>
        <ReadMarks user={user} />
        <RefusesCalls user={user} />
        <IntimatePictures user={user} />
        <IntimateConsent user={user} />
        <AdvertisingSource user={user} />
      </>
    ),
  },
  dismissed: {
    content: () => <DismissedMembers />,
    load: ({ prefetchPages }) => prefetchPages(callPages('dismissed', {})),
  },
  blocked: {
    content: () => <BlockedMembers />,
    load: ({ prefetchPages }) => prefetchPages(callPages('blocks', {})),
  },
  spending: { content: (user) => <SpendingCap user={user} /> },
  pause: { content: (user) => <SpendingPause user={user} /> },
  data: { content: () => <DataExport />, load: ({ prefetch }) => prefetch(callQuery('exportState')) },
  tokens: { content: () => <AccessTokens />, load: ({ prefetch }) => prefetch(callQuery('tokens')) },
  delete: { content: () => <DeleteAccount /> },
};

/** Data of the values in the list. */
export const loadValues = ({ prefetch }: Load) =>
  Promise.all([prefetch(callQuery('security')), prefetch(rhythmQuery)]);

const titles = {
  preferences: 'index.preferences',
  rhythm: 'rhythm:title',
  access: 'index.access',
  security: 'index.security',
  who_can_see_me: 'who_can_see_me.title',
  visibility: 'invisible.title',
  contact: 'contact.title',
  acquaintances: 'acquaintances.title',
  photo_access: 'photo_access.title',
  trips: 'trips:title',
  privacy: 'index.privacy',
  dismissed: 'not_for_me.title',
  blocked: 'blocked.title',
  spending: 'spending.title',
  pause: 'index.pause',
  data: 'data.title',
  tokens: 'access_tokens:title',
  delete: 'delete.title',
} as const satisfies Record<SettingsPage, string>;

export function useSectionList(user: User): SectionEntry[][] {
  const { t } = useTranslation(['notifications', 'access_tokens', 'rhythm', 'trips']);
  const values = useValues(user);
  return settingsGroups.map((group) =>
    group.map((page) => ({
      id: page,
      to: settingsPath(page),
      title: t(titles[page]),
      value: isSettingsScreen(page) ? null : values[page],
    })),
  );
}

function useValues(user: User): Partial<Record<SettingsSection, string | null | undefined>> {
  const { t } = useTranslation(['notifications', 'security', 'mail_pause']);
  const { date, day, time, number, list } = useFormats();
  const { data: security } = useQuery(callQuery('security'));
  const { mails_paused_until: mailPause, spending_pause: pause, spending_cap: cap } = user;
  const factors = [
    security?.passkeys.length && t('security:passkeys.title'),
    security?.totp && t('security:app.title'),
  ].filter((factor) => typeof factor === 'string');
  return {
    preferences: mailPause && t('mail_pause:running', { date: date(mailPause) }),
    rhythm: useRhythmValue(),
    access: user.new_email ?? user.email,
    security: factors.length > 0 ? list(factors) : null,
    visibility: user.invisible ? t('state.invisible') : user.incognito ? t('state.incognito') : null,
    spending:
      cap === null || cap === undefined
        ? null
        : t('spending.spent', { spent: number(user.spent_this_month ?? 0), cap: number(cap) }),
    pause: pause && t('pause.running', { when: `${day(pause.until)}, ${time(pause.until)}` }),
  };
}
