import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSettings } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { askToInstall, installWay, onInstallable } from './install.ts';

/** How to install the site as an app, where the browser can. On iOS only the app can receive pushes. */
export function InstallSteps({ onDismiss }: { onDismiss?: () => void }) {
  const { t } = useTranslation('install');
  const { name } = useSettings();
  const way = useSyncExternalStore(onInstallable, installWay, () => null);
  const [done, setDone] = useState(false);
  if (!way || done) return null;
  const install = async () => {
    await askToInstall();
    setDone(true);
  };
  return (
    <Alert
      {...(onDismiss && { onDismiss })}
      action={
        way === 'prompt' && (
          <Button size="s" look="secondary" onClick={() => void install()}>
            {t('button')}
          </Button>
        )
      }
    >
      {t(way, { name })}
    </Alert>
  );
}
