import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CallBody } from '#contract/calls.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { useSettled } from './use-settled.ts';
import styles from './texts.module.css';

/**
 * Previews a mail in light mode only: the page's content security policy, which the frame inherits, would block
 * the style sheet for dark mode.
 */
export function MailFrame(asked: CallBody<'adminMailPreview'>) {
  const { t } = useTranslation('office/texts');
  const { errorText } = useErrorText();
  const api = useApi();
  const settled = useSettled(asked);
  const { data, error } = useQuery({
    queryKey: ['adminMailPreview', settled],
    queryFn: () => api.call('adminMailPreview', { body: settled }),
    placeholderData: keepPreviousData,
  });
  return (
    <section className={styles['mail']} aria-label={t('preview')}>
      <p>
        <small>{t('mails.subject')}</small> <b lang={asked.language}>{data?.subject ?? '…'}</b>
      </p>
      {error && <Alert tone="error">{errorText(error)}</Alert>}
      <iframe
        title={t('preview')}
        sandbox=""
        srcDoc={data?.html.replaceAll(/<style[\s\S]*?<\/style>/g, '') ?? ''}
      />
    </section>
  );
}
