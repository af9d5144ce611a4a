import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallReply } from '#contract/calls.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { IconDownload } from '#web/ui/icons.ts';
import { Card } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { CardTitle } from './card-title.tsx';
import buttons from '#web/ui/button.module.css';
import section from './section.module.css';
import styles from './spending.module.css';

const LOOK_AGAIN_MS = 4000;

export function DataExport() {
  const { t } = useTranslation(['data_export', 'notifications']);
  const { errorText } = useErrorText();
  const api = useApi();
  const queries = useQueryClient();
  const { data } = useQuery({
    ...callQuery('exportState'),
    refetchInterval: ({ state }) => (state.data?.export?.state === 'waiting' ? LOOK_AGAIN_MS : false),
  });
  const ask = useMutation({
    mutationFn: () => api.call('askExport'),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['exportState'] }),
  });
  return (
    <Card>
      <CardTitle>{t('notifications:data.title')}</CardTitle>
      <p className={section['lead']}>{t('text')}</p>
      {ask.error && <Alert tone="error" title={errorText(ask.error)} />}
      {data ? (
        <ExportStatus made={data.export ?? null} asking={ask.isPending} onAsk={() => ask.mutate()} />
      ) : (
        <Skeleton height={48} />
      )}
    </Card>
  );
}

function ExportStatus({
  made,
  asking,
  onAsk,
}: {
  made: CallReply<'exportState'>['export'] | null;
  asking: boolean;
  onAsk: () => void;
}) {
  const { t } = useTranslation(['data_export', 'notifications']);
  const { date } = useFormats();
  const ready = made?.state === 'ready';
  return (
    <>
      {made && (
        <p role="status">
          {made.state === 'waiting' && t('waiting')}
          {made.state === 'failed' && t('failed')}
          {ready && made.expires_at && t('ready', { date: date(made.expires_at) })}
        </p>
      )}
      <div className={styles['pauses']}>
        {ready && (
          <a
            href="/api/user-export.php"
            download="my-data.zip"
            className={`${buttons['button']} ${buttons['primary']}`}
          >
            <IconDownload size={20} aria-hidden="true" />
            {t('notifications:data.download')}
          </a>
        )}
        {made?.state !== 'waiting' && (
          <Button look="secondary" busy={asking} onClick={onAsk}>
            {t(ready ? 'again' : 'ask')}
          </Button>
        )}
      </div>
    </>
  );
}
