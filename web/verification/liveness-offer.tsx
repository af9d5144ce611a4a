import { useMutation } from '@tanstack/react-query';
import { livenessNames } from '#contract/photos/liveness-lists.ts';
import type { Liveness } from '#contract/photos/liveness.ts';
import { useLocale } from '#web/i18n/locale-links.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/page.tsx';
import styles from './verification.module.css';

interface Props {
  liveness: Liveness;
  onChange: (liveness: Liveness) => void;
}

/** A check by the camera on a provider's page, which a member may add to the selfie. */
export function LivenessOffer({ liveness, onChange }: Props) {
  const { t } = useTranslation('verification');
  const { state, provider, reason } = liveness;
  if (state === 'passed') return <Alert tone="success" title={t('liveness.passed')} />;
  return (
    <Card title={t('liveness.title')}>
      <div className={styles['form']}>
        <p className={styles['note']}>
          {state === 'open' ? t('liveness.open') : t('liveness.text', { provider: livenessNames[provider] })}
        </p>
        {state === 'failed' && reason && reason !== 'withdrawn' && (
          <Alert tone="info" title={t(`liveness.${reason}`)} />
        )}
        {state === 'open' ? (
          <Open liveness={liveness} onChange={onChange} />
        ) : (
          <Start onChange={onChange} text={t('liveness.start')} />
        )}
      </div>
    </Card>
  );
}

function Start({ onChange, text }: Pick<Props, 'onChange'> & { text: string }) {
  const { errorText } = useErrorText();
  const api = useApi();
  const language = useLocale();
  const begin = useMutation({
    mutationFn: () => api.call('beginLiveness', { body: { language } }),
    onSuccess(found: Liveness) {
      onChange(found);
      if (found.url) window.location.assign(found.url);
    },
  });
  return (
    <>
      {begin.error && <Alert tone="error" title={errorText(begin.error)} />}
      <Button look="secondary" busy={begin.isPending} onClick={() => begin.mutate()}>
        {text}
      </Button>
    </>
  );
}

function Open({ liveness: { url }, onChange }: Props) {
  const { t } = useTranslation('verification');
  const { errorText } = useErrorText();
  const api = useApi();
  const withdraw = useMutation({ mutationFn: () => api.call('withdrawLiveness'), onSuccess: onChange });
  return (
    <>
      {!url && <Alert tone="warning" title={t('liveness.unavailable')} />}
      {withdraw.error && <Alert tone="error" title={errorText(withdraw.error)} />}
      {url && <Start onChange={onChange} text={t('liveness.continue')} />}
      <Button look="quiet" busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
        {t('liveness.withdraw')}
      </Button>
    </>
  );
}
