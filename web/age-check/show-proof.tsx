import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useFormats } from '#web/i18n/format.ts';
import { useLocale } from '#web/i18n/locale-links.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useApi } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './age-check.module.css';

/** The request that the member's wallet app answers: a link for the app on this device, a QR code for another one. */
export function ShowProof({ dueAt }: { dueAt: string }) {
  const { t } = useTranslation('age_check');
  const { time } = useFormats();
  const { data, error, refetch } = useProofRequest(dueAt);
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that began the check is gone, and the focus with it.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      <div className={styles['form']}>
        <h2 ref={heading} tabIndex={-1} className={styles['step']}>
          {t('proof.title')}
        </h2>
        <p>{t('proof.text', { time: time(dueAt) })}</p>
      </div>
      {error && (
        <Alert
          tone="error"
          title={t('provider_away')}
          action={
            <Button look="secondary" size="s" onClick={() => void refetch()}>
              {t('again')}
            </Button>
          }
        />
      )}
      {!error && (
        <div className={styles['devices']}>
          <Card title={t('proof.here')}>
            {data ? (
              <ButtonLink to={data.link} size="l">
                {t('proof.open')}
              </ButtonLink>
            ) : (
              <Skeleton height={52} />
            )}
            <p className={styles['quiet']}>{t('proof.here_text')}</p>
          </Card>
          <Card title={t('proof.other')} className={styles['other']}>
            {data ? (
              <img
                className={styles['qr']}
                src={`data:image/svg+xml,${encodeURIComponent(data.qr)}`}
                width={320}
                height={320}
                alt={t('proof.qr')}
              />
            ) : (
              <Skeleton height={320} />
            )}
            <p className={styles['quiet']}>{t('proof.other_text')}</p>
          </Card>
        </div>
      )}
      <Alert>{t('proof.waiting')}</Alert>
    </>
  );
}

/** Fetched once for a check, which `dueAt` stands for: it stays the same until the check ends. */
function useProofRequest(dueAt: string) {
  const api = useApi();
  const language = useLocale();
  return useQuery({
    queryKey: ['ageProofRequest', language, dueAt],
    queryFn: () => api.call('ageProofRequest', { query: { language } }),
    staleTime: Infinity,
  });
}
