import { type FormEvent, useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useMember } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import section from '../section.module.css';

interface Props {
  title: string | null;
  busy: boolean;
  error: Error | null;
  onPassword(password: string): void;
  onClose(): void;
}

export function AskPassword({ title, busy, error, onPassword, onClose }: Props) {
  const { t } = useTranslation(['security', 'common']);
  const { errorText } = useErrorText();
  const user = useMember();
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password'));
    setMissing(password === '');
    if (password !== '') onPassword(password);
  };
  return (
    <Modal open={title !== null} onClose={onClose} title={title ?? ''} size="s">
      <form onSubmit={submit} className={section['form']} noValidate>
        <p>{t('password.why')}</p>
        {error && <Alert tone="error" title={errorText(error)} />}
        <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordInput
          label={t('password.label')}
          name="password"
          autoComplete="current-password"
          error={missing ? t('password.missing') : undefined}
        />
        <Button type="submit" busy={busy}>
          {t('go_on')}
        </Button>
      </form>
    </Modal>
  );
}
