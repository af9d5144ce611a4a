import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Link, redirect, useNavigate, useSearchParams } from 'react-router';
import { localePath } from '#contract/locales.ts';
import { ApiError } from '#web/api.ts';
import { useLocale } from '#web/i18n/locale-links.tsx';
import { safePath } from '#web/i18n/locale-path.ts';
import { clientLoad, type ScreenLoad, serverLoad } from '#web/session/screen-data.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { beginSession, useApi } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { TextInput } from '#web/ui/field.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { AccessPage } from './access-page.tsx';
import styles from './login.module.css';

const load: ScreenLoad = ({ user, url }) => (user ? redirect(safePath(url.searchParams.get('next')) ?? '/members') : null);
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = { i18n: ['login'] };

/** Log-in, with the ways out of every refusal: forgotten, blocked for minutes, pending deletion. */
export default function Login() {
  const { t } = useTranslation('login');
  const [query] = useSearchParams();
  const goOn = useGoOn(safePath(query.get('next')));
  const api = useApi();
  const queries = useQueryClient();
  const [missing, setMissing] = useState<{ email?: string; password?: string }>({});
  const logIn = useMutation({
    mutationFn: (body: { email: string; password: string }) => api.call('login', { body }),
    onSuccess(user) {
      beginSession(queries, user);
      goOn(user.language);
    },
  });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const email = String(form.get('email')).trim();
    const password = String(form.get('password'));
    const found = { ...(email === '' && { email: t('email_missing') }), ...(password === '' && { password: t('password_missing') }) };
    setMissing(found);
    if (Object.keys(found).length === 0) logIn.mutate({ email, password });
    else event.currentTarget.querySelector<HTMLInputElement>(`[name=${Object.keys(found)[0]}]`)?.focus();
  };

  return (
    <AccessPage
      title={t('title')}
      heading={<Trans t={t} i18nKey="heading" components={{ em: <em /> }} />}
      isPublic
      below={
        <>
          {t('no_account')} <Link to="/signup">{t('sign_up')}</Link>
        </>
      }
    >
      <form method="post" onSubmit={submit} className={styles['form']} noValidate data-waits-for-app="">
        {logIn.error && <Refusal error={logIn.error} />}
        <TextInput
          label={t('email')}
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          error={missing.email}
          defaultValue={query.get('email') ?? ''}
        />
        <PasswordInput label={t('password')} name="password" autoComplete="current-password" error={missing.password} />
        <Link to="/reset-password" className={styles['forgot']}>
          {t('forgot')}
        </Link>
        <Button type="submit" size="l" wide busy={logIn.isPending}>
          {t('submit')}
        </Button>
      </form>
    </AccessPage>
  );
}

/** After log-in: where the visitor wanted to go, in the member's own language. */
function useGoOn(next: string | null) {
  const navigate = useNavigate();
  const locale = useLocale();
  return (language: typeof locale) => {
    const path = next ?? '/members';
    if (language === locale) void navigate(path, { replace: true });
    else location.assign(localePath(language, path));
  };
}

function Refusal({ error }: { error: Error }) {
  const { t } = useTranslation('login');
  const { errorText } = useErrorText();
  const code = error instanceof ApiError ? error.code : null;
  const ways: Partial<Record<string, { hint: string; to?: string; label?: string }>> = {
    login_failed: { hint: t('failed_hint') },
    login_blocked: { hint: t('blocked_hint'), to: '/reset-password', label: t('choose_new') },
    pending_deletion: { hint: t('pending_hint') },
    banned: { hint: t('banned_hint'), to: '/pages/ban', label: t('house_rules') },
  };
  const way = code ? ways[code] : undefined;
  return (
    <Alert
      tone="error"
      title={errorText(error)}
      action={
        way?.to && way.label ? (
          <ButtonLink to={way.to} look="secondary" size="s">
            {way.label}
          </ButtonLink>
        ) : undefined
      }
    >
      {way?.hint}
    </Alert>
  );
}
