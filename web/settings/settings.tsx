import { useSearchParams } from 'react-router';
import { Trans, useTranslation } from '#web/i18n/translate.tsx';
import { Unsubscribe } from '#web/notifications/unsubscribe.tsx';
import { callPages, callQuery } from '#web/session/query-client.ts';
import { clientLoad, type ScreenLoad, serverLoad } from '#web/session/screen-data.ts';
import { useUser } from '#web/session/use-session.ts';
import { Page } from '#web/ui/page.tsx';
import { AdvertisingSource } from './advertising-source.tsx';
import { BlockedMembers } from './blocked-members.tsx';
import { ChangeEmail } from './change-email.tsx';
import { ChangePassword } from './change-password.tsx';
import { DataExport } from './data-export.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { DismissedMembers } from './dismissed-members.tsx';
import { IntimateConsent } from './intimate-consent.tsx';
import { IntimatePictures } from './intimate-pictures.tsx';
import { Invisible } from './invisible.tsx';
import { ShowOnLandingPages } from './landing-pages.tsx';
import { PageLink } from './page-link.tsx';
import { Preferences } from './preferences.tsx';
import { ReadMarks } from './read-marks.tsx';
import { AccessTokens } from './security/access-tokens.tsx';
import { SecondStep } from './security/second-step.tsx';
import { Sessions } from './security/sessions.tsx';
import { SpendingCap } from './spending-cap.tsx';
import { SpendingPause } from './spending-pause.tsx';
import styles from './settings.module.css';

const load: ScreenLoad = ({ url, requireUser, prefetch, prefetchPages }) => {
  // The unsubscribe link in mails works without login.
  if (url.searchParams.has('unsubscribe')) return;
  requireUser();
  // These lists are loaded with the page, because later they would push its content down.
  return Promise.all([
    prefetch(callQuery('security')),
    prefetch(callQuery('sessions')),
    prefetchPages(callPages('blocks', {})),
    prefetchPages(callPages('dismissed', {})),
  ]);
};
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = {
  i18n: ['notifications', 'data_export', 'mail_pause', 'partners', 'security', 'access_tokens'],
};

export default function Settings() {
  const { t } = useTranslation('notifications');
  const user = useUser();
  const [query] = useSearchParams();
  const token = query.get('unsubscribe');
  if (token) return <Unsubscribe token={token} type={query.get('type') ?? ''} />;
  if (!user) return null;
  return (
    <Page title={t('title')} heading={<Trans t={t} i18nKey="heading" components={{ em: <em /> }} />}>
      <div className={styles['columns']}>
        <nav className={styles['index']} aria-label={t('title')}>
          {(
            ['preferences', 'access', 'security', 'privacy', 'spending', 'pause', 'data', 'delete'] as const
          ).map((part) => (
            <a key={part} href={`#${part}`}>
              {t(`index.${part}`)}
            </a>
          ))}
        </nav>
        <div className={styles['parts']}>
          <Preferences user={user} />
          <section id="access" className={styles['group']}>
            <ChangeEmail user={user} />
            <ChangePassword />
          </section>
          <section id="security" className={styles['group']}>
            <SecondStep />
            <Sessions />
          </section>
          <section id="privacy" className={styles['group']}>
            <PageLink to="who_can_see_me" />
            <PageLink to="contact" />
            <PageLink to="acquaintances" />
            <PageLink to="photo_access" />
            <Invisible user={user} />
            <IntimatePictures user={user} />
            <IntimateConsent user={user} />
            <AdvertisingSource user={user} />
            <ReadMarks user={user} />
            <ShowOnLandingPages user={user} />
            <DismissedMembers />
            <BlockedMembers />
          </section>
          <SpendingCap user={user} />
          <SpendingPause user={user} />
          <DataExport />
          <section className={styles['group']}>
            <AccessTokens />
          </section>
          <DeleteAccount />
        </div>
      </div>
    </Page>
  );
}
