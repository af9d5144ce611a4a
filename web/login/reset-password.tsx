import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { checkEmail } from '#contract/rules/account-rules.ts';
import { Trans, useTranslation } from '#web/i18n/translate.tsx';
import { Link } from '#web/router/link.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextInput } from '#web/ui/field.tsx';
import { IconKey, IconMail } from '#web/ui/icons.ts';
import { AccessPage } from './access-page.tsx';
import { NeedsScript } from './needs-script.tsx';
import styles from './login.module.css';

export const handle = { i18n: ['login'] };

/** Requests a password reset link. The response is the same for every address, to reveal no memberships. */
export default function ResetPassword() {
  const { t } = useTranslation('login');
  const { errorText, fieldText } = useErrorText();
  const api = useApi();
  const [invalid, setInvalid] = useState(false);
  const ask = useMutation({
    mutationFn: (email: string) => api.call('resetPassword', { body: { email } }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email')).trim();
    setInvalid(checkEmail(email) !== null);
    if (checkEmail(email) === null) ask.mutate(email);
  };
  const below = <Link to="/login">{t('back_to_login')}</Link>;

  if (ask.isSuccess) {
    return (
      <AccessPage
        title={t('reset.title')}
        icon={<IconMail size={30} />}
        heading={<Trans t={t} i18nKey="reset.sent_heading" components={{ em: <em /> }} />}
        lead={t('reset.sent', { email: ask.variables })}
        below={below}
      >
        <p>{t('reset.sent_hint')}</p>
        <Button look="secondary" onClick={() => ask.reset()}>
          {t('reset.other_address')}
        </Button>
      </AccessPage>
    );
  }
  return (
    <AccessPage
      title={t('reset.title')}
      icon={<IconKey size={30} />}
      heading={<Trans t={t} i18nKey="reset.heading" components={{ em: <em /> }} />}
      lead={t('reset.lead')}
      isPublic
      below={below}
    >
      <NeedsScript>
        <form method="post" onSubmit={submit} className={styles['form']} noValidate data-waits-for-app="">
          {ask.error && <Alert tone="error" title={errorText(ask.error)} />}
          <TextInput
            label={t('email')}
            name="email"
            type="email"
            autoComplete="username"
            inputMode="email"
            autoCapitalize="none"
            error={invalid ? fieldText('email_invalid') : undefined}
          />
          <Button type="submit" size="l" wide busy={ask.isPending}>
            {t('reset.submit')}
          </Button>
        </form>
      </NeedsScript>
    </AccessPage>
  );
}
