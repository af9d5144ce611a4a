import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef } from 'react';
import type { User } from '#contract/membership/user.ts';
import { type ApiError, isRefusal } from '#web/api.ts';
import { Trans, useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextInput } from '#web/ui/field.tsx';
import { IconKey } from '#web/ui/icons.ts';
import { AccessPage } from './access-page.tsx';
import styles from './login.module.css';

interface Props {
  /** Parameters of `second_step_required`. */
  asked: ApiError['params'];
  withPasskey: UseMutationResult<User | null, Error, string | void>;
  onSuccess(user: User): void;
  onOther(): void;
}

export function SecondStep({ asked, withPasskey, onSuccess, onOther }: Props) {
  const { t } = useTranslation('login');
  const { errorText } = useErrorText();
  const api = useApi();
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  // The focused field of the first step is gone. Continue at the first control, which is the preferred one.
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('button, input')?.focus();
  }, []);
  const hasApp = String(asked['steps']).split(' ').includes('totp');
  const check = useMutation({
    mutationFn: (code: string) => api.call('secondStep', { body: { ticket: String(asked['ticket']), code } }),
    onSuccess,
    onError() {
      // Only some browsers focus a field when its text is selected.
      field.current?.focus();
      field.current?.select();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    check.mutate(String(new FormData(event.currentTarget).get('code')) || '0');
  };
  const wrong = isRefusal(check.error, 'code_invalid');
  const failed = wrong ? withPasskey.error : (check.error ?? withPasskey.error);
  const passkey = (
    <Button
      look={hasApp ? 'secondary' : 'primary'}
      size={hasApp ? 'm' : 'l'}
      wide
      busy={withPasskey.isPending}
      onClick={() => withPasskey.mutate(String(asked['ticket']))}
      icon={<IconKey size={20} />}
    >
      {t('passkey')}
    </Button>
  );
  return (
    <AccessPage
      title={t('title')}
      heading={<Trans t={t} i18nKey="second.heading" components={{ em: <em /> }} />}
    >
      <form ref={form} method="post" onSubmit={submit} className={styles['form']} noValidate>
        {failed && <Alert tone="error" title={errorText(failed)} />}
        {!hasApp && passkey}
        <TextInput
          ref={field}
          label={t(hasApp ? 'second.code' : 'second.recovery_code')}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          error={wrong ? errorText(check.error) : undefined}
        />
        <Button type="submit" look={hasApp ? 'primary' : 'secondary'} size="l" wide busy={check.isPending}>
          {t('second.submit')}
        </Button>
        {hasApp && passkey}
        <Button look="quiet" wide onClick={onOther}>
          {t('second.other')}
        </Button>
      </form>
    </AccessPage>
  );
}
