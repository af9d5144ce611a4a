import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { FieldCode } from '#contract/errors.ts';
import { checkPassword, checkRepeat, PASSWORD_LENGTH } from '#contract/rules/account-rules.ts';
import { isRefusal } from '#web/api.ts';
import { Trans, useTranslation } from '#web/i18n/translate.tsx';
import { useSearchParams } from '#web/router/hooks.ts';
import { Link } from '#web/router/link.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { endSession, useApi } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { IconAlert, IconCheck, IconKey } from '#web/ui/icons.ts';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { AccessPage } from './access-page.tsx';
import { NeedsScript } from './needs-script.tsx';
import { NewPassword, useJudgement } from './new-password.tsx';
import styles from './login.module.css';

export const handle = { i18n: ['login'] };

export default function ResetPasswordDo() {
  const { t } = useTranslation('login');
  const { errorText, fieldText, fieldTexts } = useErrorText();
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const api = useApi();
  const queries = useQueryClient();
  const [codes, setCodes] = useState<{ password: FieldCode | null; repeat: FieldCode | null }>({
    password: null,
    repeat: null,
  });
  const [typed, setTyped] = useState('');
  const judgement = useJudgement(typed, []);
  const save = useMutation({
    mutationFn: (password: string) => api.call('resetPassword', { body: { token, password } }),
    onSuccess: () => endSession(queries),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const password = String(form.get('password'));
    const found = {
      password: checkPassword(password) ?? judgement?.code ?? null,
      repeat: checkRepeat(password, String(form.get('repeat'))),
    };
    setCodes(found);
    if (!found.password && !found.repeat) save.mutate(password);
  };

  if (!token || isRefusal(save.error, 'link_expired')) return <LinkExpired />;
  if (save.isSuccess) return <PasswordSaved />;
  const limit = { limit: PASSWORD_LENGTH.least };
  return (
    <AccessPage
      title={t('reset.title')}
      icon={<IconKey size={30} />}
      heading={<Trans t={t} i18nKey="reset.new_heading" components={{ em: <em /> }} />}
      lead={t('reset.new_lead')}
      below={<Link to="/login">{t('back_to_login')}</Link>}
    >
      <NeedsScript>
        <form method="post" onSubmit={submit} className={styles['form']} noValidate data-waits-for-app="">
          {save.error && !isRefusal(save.error, 'invalid_fields') && (
            <Alert tone="error" title={errorText(save.error)} />
          )}
          <NewPassword
            judgement={judgement}
            label={t('reset.new_password')}
            name="password"
            autoComplete="new-password"
            onChange={(event) => setTyped(event.target.value)}
            hint={t('reset.password_hint', limit)}
            error={fieldText(codes.password ?? undefined, limit) ?? fieldTexts(save.error)['password']}
          />
          <PasswordInput
            label={t('reset.repeat')}
            name="repeat"
            autoComplete="new-password"
            error={fieldText(codes.repeat ?? undefined)}
          />
          <Button type="submit" size="l" wide busy={save.isPending}>
            {t('reset.save')}
          </Button>
        </form>
      </NeedsScript>
    </AccessPage>
  );
}

function LinkExpired() {
  const { t } = useTranslation('login');
  return (
    <AccessPage
      title={t('reset.title')}
      icon={<IconAlert size={30} />}
      heading={t('reset.expired_heading')}
      lead={t('reset.expired')}
    >
      <ButtonLink to="/reset-password" size="l" wide>
        {t('reset.again')}
      </ButtonLink>
    </AccessPage>
  );
}

function PasswordSaved() {
  const { t } = useTranslation('login');
  return (
    <AccessPage
      title={t('reset.title')}
      icon={<IconCheck size={30} />}
      heading={<Trans t={t} i18nKey="reset.done_heading" components={{ em: <em /> }} />}
      lead={t('reset.done')}
    >
      <ButtonLink to="/login" size="l" wide>
        {t('submit')}
      </ButtonLink>
    </AccessPage>
  );
}
