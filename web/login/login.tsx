import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { User } from '#contract/membership/user.ts';
import { ApiError, isRefusal } from '#web/api.ts';
import { safePath } from '#web/i18n/locale-path.ts';
import { Trans, useTranslation } from '#web/i18n/translate.tsx';
import type { DeferredHandle } from '#web/page/deferred-handle.ts';
import { useNavigate, useSearchParams } from '#web/router/hooks.ts';
import { Link } from '#web/router/link.tsx';
import { redirect } from '#web/router/redirect.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { beginSession, useApi, useSettings } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { TextInput } from '#web/ui/field.tsx';
import { IconKey } from '#web/ui/icons.ts';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { AccessPage } from './access-page.tsx';
import { NeedsScript } from './needs-script.tsx';
import { SecondStep } from './second-step.tsx';
import { usePasskeyLogin } from './use-passkey-login.ts';
import styles from './login.module.css';

export const load: ScreenLoad = ({ user, url }) =>
  user ? redirect(safePath(url.searchParams.get('next')) ?? '/members') : null;
// The first key or touch loads the app. Typed input stays in the fields.
export const handle = {
  i18n: ['login'],
  deferScripts: ({ isVisitor }) => isVisitor,
} satisfies DeferredHandle & { i18n: string[] };

export default function Login() {
  const { t } = useTranslation('login');
  const [query] = useSearchParams();
  const goOn = useGoOn(safePath(query.get('next')));
  const api = useApi();
  const queries = useQueryClient();
  const onSuccess = (user: User) => {
    beginSession(queries, user);
    goOn();
  };
  const logIn = useMutation({
    mutationFn: (body: Credentials) => api.call('login', { body }),
    onSuccess,
  });
  const withPasskey = usePasskeyLogin(onSuccess);
  if (isRefusal(logIn.error, 'second_step_required'))
    return (
      <SecondStep
        asked={logIn.error.params}
        withPasskey={withPasskey}
        onSuccess={onSuccess}
        onOther={() => logIn.reset()}
      />
    );
  const error = logIn.error ?? withPasskey.error;
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
      {query.get('session') === 'ended' && !error && <Alert tone="info">{t('session_ended')}</Alert>}
      <NeedsScript>
        <LoginForm
          email={query.get('email') ?? ''}
          error={error}
          busy={logIn.isPending}
          onSubmit={(credentials) => {
            withPasskey.reset();
            if (credentials) logIn.mutate(credentials);
          }}
        >
          <Button
            look="secondary"
            wide
            busy={withPasskey.isPending}
            data-waits-for-app=""
            onClick={() => withPasskey.mutate()}
            icon={<IconKey size={20} />}
          >
            {t('passkey')}
          </Button>
        </LoginForm>
      </NeedsScript>
    </AccessPage>
  );
}

interface Credentials {
  email: string;
  password: string;
}

interface LoginFormProps {
  email: string;
  error: Error | null;
  busy: boolean;
  /** Called with null if a field is empty. */
  onSubmit: (credentials: Credentials | null) => void;
  children: ReactNode;
}

function LoginForm({ email: defaultEmail, error, busy, onSubmit, children }: LoginFormProps) {
  const { t } = useTranslation('login');
  const [missing, setMissing] = useState<Partial<Credentials>>({});
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const email = String(form.get('email')).trim();
    const password = String(form.get('password'));
    const empty = {
      ...(email === '' && { email: t('email_missing') }),
      ...(password === '' && { password: t('password_missing') }),
    };
    setMissing(empty);
    const [firstEmpty] = Object.keys(empty);
    onSubmit(firstEmpty ? null : { email, password });
    if (firstEmpty) event.currentTarget.querySelector<HTMLInputElement>(`[name=${firstEmpty}]`)?.focus();
  };
  return (
    <form method="post" onSubmit={submit} className={styles['form']} noValidate data-waits-for-app="">
      {error && <Refusal error={error} />}
      <TextInput
        label={t('email')}
        name="email"
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        error={missing.email}
        defaultValue={defaultEmail}
      />
      <PasswordInput
        label={t('password')}
        name="password"
        autoComplete="current-password"
        error={missing.password}
      />
      <Link to="/reset-password" className={styles['forgot']}>
        {t('forgot')}
      </Link>
      <Button type="submit" size="l" wide busy={busy}>
        {t('submit')}
      </Button>
      {children}
    </form>
  );
}

function useGoOn(next: string | null) {
  const navigate = useNavigate();
  return () => void navigate(next ?? '/members', { replace: true });
}

function Refusal({ error }: { error: Error }) {
  const { t } = useTranslation('login');
  const { errorText } = useErrorText();
  const { support_email: email } = useSettings();
  const code = error instanceof ApiError ? error.code : null;
  const ways: Partial<Record<string, { hint: string; to?: string; label?: string }>> = {
    login_failed: { hint: t('failed_hint') },
    login_blocked: { hint: t('blocked_hint'), to: '/reset-password', label: t('choose_new') },
    pending_deletion: { hint: t('pending_hint') },
    banned: { hint: t('banned_hint', { email }), to: '/pages/ban', label: t('house_rules') },
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
