import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { CallReply } from '#contract/calls.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { TextInput } from '#web/ui/field.tsx';
import { Modal } from '#web/ui/modal.tsx';
import styles from './second-factor.module.css';

interface Props {
  /** The TOTP secret to scan; null while no app is being set up. */
  app: CallReply<'beginTotp'> | null;
  onDone(codes: string[]): void;
  onClose(): void;
}

export function SetUpApp({ app, onDone, onClose }: Props) {
  const { t } = useTranslation('security');
  const { errorText } = useErrorText();
  const api = useApi();
  const confirm = useMutation({
    mutationFn: (code: string) => api.call('confirmTotp', { body: { code } }),
    onSuccess: ({ recovery_codes: codes }) => onDone(codes),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    confirm.mutate(String(new FormData(event.currentTarget).get('code')) || '0');
  };
  return (
    <Modal open={app !== null} onClose={onClose} title={t('app.set_up')} size="s">
      {app && (
        <form onSubmit={submit} className={styles['form']} noValidate>
          <p>{t('app.scan')}</p>
          <img
            className={styles['qr']}
            src={`data:image/svg+xml,${encodeURIComponent(app.qr)}`}
            width={200}
            height={200}
            alt={t('app.qr')}
          />
          <a className={styles['here']} href={app.uri}>
            {t('app.open')}
          </a>
          <p className={styles['secret']}>
            {t('app.or_type')} <code>{app.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
          </p>
          <TextInput
            label={t('app.code')}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            error={confirm.error ? errorText(confirm.error) : undefined}
          />
          <Button type="submit" busy={confirm.isPending}>
            {t('app.confirm')}
          </Button>
        </form>
      )}
    </Modal>
  );
}
