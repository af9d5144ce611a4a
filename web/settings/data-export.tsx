import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useFormats } from '#web/i18n/format.ts';
import { callQuery } from '#web/session/query-client.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import buttons from '#web/ui/button.module.css';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { IconDownload } from '#web/ui/icons.ts';
import { Card } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './spending.module.css';
import section from './section.module.css';

const LOOK_AGAIN_MS = 4000;

/** Everything the site keeps of the member: asked for, made in the background, and there for some days as a ZIP. */
export function DataExport() {
  const { t } = useTranslation(['data_export', 'notifications']);
  const { date } = useFormats();
  const { errorText } = useErrorText();
  const api = useApi();
  const queries = useQueryClient();
  const { data } = useQuery({ ...callQuery('exportState'), refetchInterval: ({ state }) => (state.data?.export?.state === 'waiting' ? LOOK_AGAIN_MS : false) });
  const ask = useMutation({
    mutationFn: () => api.call('askExport'),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['exportState'] }),
  });
  const made = data?.export ?? null;
  return (
    <Card id="data">
      <h2>{t('notifications:data.title')}</h2>
      <p className={section['lead']}>{t('text')}</p>
      {ask.error && <Alert tone="error" title={errorText(ask.error)} />}
      {!data ? (
        <Skeleton height={48} />
      ) : (
        <>
          {made && (
            <p role="status">
              {made.state === 'waiting' && t('waiting')}
              {made.state === 'failed' && t('failed')}
              {made.state === 'ready' && t('ready', { date: date(made.expires_at!) })}
            </p>
          )}
          <div className={styles['pauses']}>
            {made?.state === 'ready' && (
              <a href="/api/user-export.php" download="my-data.zip" className={`${buttons['button']} ${buttons['primary']}`}>
                <IconDownload size={20} aria-hidden="true" />
                {t('notifications:data.download')}
              </a>
            )}
            {made?.state !== 'waiting' && (
              <Button look="secondary" busy={ask.isPending} onClick={() => ask.mutate()}>
                {t(made?.state === 'ready' ? 'again' : 'ask')}
              </Button>
            )}
          </div>
        </>
      )}
    </Card>
  );
}
