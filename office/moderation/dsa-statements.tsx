import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMay } from '#office/pieces/may.tsx';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import styles from './transparency.module.css';

export const dsaQuery = callQuery('adminDsaStatements');

/** How far the statements of reasons for the DSA Transparency Database are. */
export function DsaStatements() {
  const { t } = useTranslation('office/moderation');
  const { day, time } = useFormats();
  const { data } = useQuery(dsaQuery);
  const mayRetry = useMay('retryDsaStatements');
  if (!data) return null;
  const { enabled, sent, waiting, refused, last_error: last } = data;
  return (
    <section className={styles['statements']}>
      <h2>{t('dsa.title')}</h2>
      <p>{t(enabled ? 'dsa.lead' : 'dsa.off')}</p>
      {(enabled || sent + waiting + refused > 0) && (
        <p>
          {t('dsa.sent', { count: sent })} · {t('dsa.waiting', { count: waiting })} ·{' '}
          {t('dsa.refused', { count: refused })}
        </p>
      )}
      {last && (
        <Alert
          tone="warning"
          title={t('dsa.last_error', { when: `${day(last.at)}, ${time(last.at)}` })}
          action={enabled && refused > 0 && mayRetry && <Retry />}
        >
          {last.text}
        </Alert>
      )}
    </section>
  );
}

function Retry() {
  const { t } = useTranslation('office/moderation');
  const { errorText } = useErrorText();
  const api = useApi();
  const queries = useQueryClient();
  const retry = useMutation({
    mutationFn: () => api.call('retryDsaStatements'),
    onSuccess: () => queries.invalidateQueries({ queryKey: dsaQuery.queryKey }),
  });
  return (
    <>
      {retry.error && <p role="alert">{errorText(retry.error)}</p>}
      <Button size="s" look="secondary" busy={retry.isPending} onClick={() => retry.mutate()}>
        {t('dsa.retry')}
      </Button>
    </>
  );
}
