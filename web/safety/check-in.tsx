import { useMutation } from '@tanstack/react-query';
import { ApiError } from '#web/api.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSearchParams } from '#web/router/hooks.ts';
import { Link } from '#web/router/link.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Brand } from '#web/ui/brand.tsx';
import { Button } from '#web/ui/button.tsx';
import { Page } from '#web/ui/page.tsx';
import { secretPageHeaders } from './secret-page-headers.ts';
import styles from './safety.module.css';

export const handle = { i18n: ['safety', 'errors'] };
export const headers = secretPageHeaders;

/**
 * The page of the reminder after a date, opened by its link and without a login. Mail scanners open links, so only the
 * press checks in.
 */
export default function CheckIn() {
  const { t } = useTranslation('safety');
  const { time } = useFormats();
  const { errorText } = useErrorText();
  const api = useApi();
  const token = useSearchParams()[0].get('token') ?? '';
  const { data, error, mutate, isPending } = useMutation({
    mutationFn: () => api.call('checkIn', { body: { token } }),
  });
  const isGone = error instanceof ApiError && error.code === 'link_expired';
  return (
    <Page title={t('home.title')} width="narrow" aside={<Brand />} settles>
      <div className={styles['page']}>
        {data ? (
          <Alert tone="success">{t('home.done', { time: time(data.checked_in_at) })}</Alert>
        ) : (
          <>
            <p className={styles['quiet']}>{t('home.text')}</p>
            {error && <Alert tone="error">{isGone ? t('home.gone') : errorText(error)}</Alert>}
            <div>
              <Button size="l" busy={isPending} onClick={() => mutate()}>
                {t('fine')}
              </Button>
            </div>
          </>
        )}
        <p>
          <Link to="/share-date">{t('home.dates')}</Link>
        </p>
      </div>
    </Page>
  );
}
