import { useEffect, useState } from 'react';
import { ApiError } from '#web/api.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useOnline } from '#web/installed-app/connection-notice.tsx';
import { BottomBar, useBottomBarAttribute } from '#web/layout/bottom-bar.tsx';
import { SkipLink } from '#web/layout/skip-link.tsx';
import { TopNavigation } from '#web/layout/top-navigation.tsx';
import { useRouteName } from '#web/router/hooks.ts';
import { useScreenError } from '#web/router/screens.tsx';
import { isMissingChunk, reloadOnce } from '#web/session/missing-chunk.ts';
import { useUser } from '#web/session/use-session.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { PageHead } from '#web/ui/page.tsx';
import styles from './error-page.module.css';

/** Status and text of the error. Reloads the page if its build is outdated or the network was down. */
export function useFault(): { status: number; title: string; text: string } {
  const error = useScreenError();
  const { t } = useTranslation(['common', 'errors']);
  const { status, code, params } = explain(error);
  useEffect(() => {
    if (isMissingChunk(error) && navigator.onLine) void reloadOnce();
  }, [error]);
  const online = useOnline();
  const [wasOffline, setWasOffline] = useState(!online);
  if (!online && !wasOffline) setWasOffline(true);
  useEffect(() => {
    if (online && wasOffline && (status === 503 || isMissingChunk(error))) location.reload();
  }, [online, wasOffline, status, error]);
  const title = t(`errors:error.${code}`, { ...params, defaultValue: t('common:error.title') });
  return {
    status,
    title,
    text: t(
      status === 404 ? 'common:error.missing' : status >= 500 ? 'common:error.ours' : 'common:error.refused',
    ),
  };
}

export function ErrorPage() {
  const { t } = useTranslation(['common', 'errors']);
  const user = useUser();
  const hasBottomBar = useBottomBarAttribute();
  const route = useRouteName();
  const { status, title, text } = useFault();
  // The status code only appears for unknown paths and server errors, not for members whose profile is
  // hidden.
  const figures = status >= 500 || (status === 404 && route === 'not-found');
  return (
    <div className={styles['layout']} {...hasBottomBar}>
      <PageHead title={title} />
      <SkipLink />
      <TopNavigation />
      <main id="content" className={styles['page']} tabIndex={-1}>
        {figures && <p className={styles['status']} aria-hidden="true" data-status={status} />}
        <h1>{title}</h1>
        <p className={styles['text']}>{text}</p>
        <div className={styles['actions']}>
          {status >= 500 ? (
            <Button onClick={() => location.reload()}>{t('common:retry')}</Button>
          ) : (
            <ButtonLink to="/">{t('common:error.home')}</ButtonLink>
          )}
          {user && (
            <ButtonLink to="/members" look="secondary">
              {t('common:nav.search_members')}
            </ButtonLink>
          )}
        </div>
      </main>
      <BottomBar />
    </div>
  );
}

function explain(error: unknown): { status: number; code: string; params: Record<string, string | number> } {
  if (error instanceof ApiError)
    return { status: error.status || 503, code: error.code, params: error.params };
  return { status: 500, code: 'internal', params: {} };
}
