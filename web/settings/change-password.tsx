import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { FieldCode } from '#contract/errors.ts';
import { checkPassword, checkRepeat, PASSWORD_LENGTH } from '#contract/rules/account-rules.ts';
import { isRefusal } from '#web/api.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { NewPassword, useJudgement } from '#web/login/new-password.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi, useMember } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/page.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { KeepFactors } from './security/keep-factors.tsx';
import section from './section.module.css';

type Codes = Partial<Record<'old' | 'password' | 'repeat', FieldCode | null>>;

function useSave() {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { old_password: string; password: string; keep: string[] }) =>
      api.call('changePassword', { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['security'] }),
  });
}

export function ChangePassword() {
  const { t } = useTranslation('notifications');
  const { errorText, fieldText, fieldTexts } = useErrorText();
  const user = useMember();
  const [codes, setCodes] = useState<Codes>({});
  const [typed, setTyped] = useState('');
  const judgement = useJudgement(typed, [user.profile.name, user.email, user.profile.city]);
  const save = useSave();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const values = Object.fromEntries(data) as Record<string, string>;
    const { old_password = '', password = '', repeat = '' } = values;
    const found: Codes = {
      old: old_password ? null : 'required',
      password: checkPassword(password) ?? judgement?.code ?? null,
      repeat: checkRepeat(password, repeat),
    };
    setCodes(found);
    if (Object.values(found).some(Boolean)) return;
    save.mutate(
      { old_password, password, keep: data.getAll('keep').map(String) },
      {
        onSuccess() {
          form.reset();
          setTyped('');
          toast('success', t('password.done'));
        },
      },
    );
  };
  const clearErrors = ({ target }: FormEvent<HTMLFormElement>) => {
    const field = (target as HTMLInputElement).name;
    setCodes((before) => ({ ...before, [field === 'old_password' ? 'old' : field]: null }));
    if (save.error) save.reset();
  };
  const limit = { limit: PASSWORD_LENGTH.least };
  const oldWrong = isRefusal(save.error, 'old_password_wrong');
  return (
    <Card>
      <h2>{t('password.title')}</h2>
      <form onSubmit={submit} onInput={clearErrors} className={section['form']} noValidate>
        {save.error && !oldWrong && !isRefusal(save.error, 'invalid_fields') && (
          <Alert tone="error" title={errorText(save.error)} />
        )}
        <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordInput
          label={t('password.old')}
          name="old_password"
          autoComplete="current-password"
          error={fieldText(codes.old ?? undefined) ?? (oldWrong ? errorText(save.error) : undefined)}
        />
        <NewPassword
          judgement={judgement}
          label={t('password.new')}
          name="password"
          autoComplete="new-password"
          onChange={(event) => setTyped(event.target.value)}
          hint={t('password.hint', limit)}
          error={fieldText(codes.password ?? undefined, limit) ?? fieldTexts(save.error)['password']}
        />
        <PasswordInput
          label={t('password.repeat')}
          name="repeat"
          autoComplete="new-password"
          error={fieldText(codes.repeat ?? undefined)}
        />
        <KeepFactors />
        <Button type="submit" look="secondary" busy={save.isPending}>
          {t('password.submit')}
        </Button>
      </form>
    </Card>
  );
}
