import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useFormats } from '#web/i18n/format.ts';
import { useLocale } from '#web/i18n/locale-links.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toasts.tsx';
import section from '../section.module.css';
import styles from './security.module.css';

export function Sessions() {
  const { t } = useTranslation('security');
  const { day } = useFormats();
  const { errorText } = useErrorText();
  const locale = useLocale();
  const api = useApi();
  const queries = useQueryClient();
  const { data } = useQuery(callQuery('sessions'));
  const end = useMutation({
    mutationFn: (id: string) => api.call('endSession', { body: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['sessions'] }),
    onError: (error) => toast('error', errorText(error)),
  });
  const countries = new Intl.DisplayNames([locale], { type: 'region' });
  return (
    <Card>
      <h2>{t('sessions.title')}</h2>
      <p className={section['lead']}>{t('sessions.lead')}</p>
      {!data ? (
        <Skeleton height={72} />
      ) : (
        <ul className={styles['list']}>
          {data.sessions.map(({ id, browser, system, country, last_used_at: used, current }) => (
            <li key={id}>
              <span>
                {[browser, system].filter(Boolean).join(', ') || t('sessions.unknown')}
                <small>
                  {[
                    country && countries.of(country),
                    current ? t('sessions.here') : t('used', { day: day(used) }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </span>
              {!current && (
                <Button
                  look="secondary"
                  size="s"
                  busy={end.isPending && end.variables === id}
                  onClick={() => end.mutate(id)}
                >
                  {t('sessions.end')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
