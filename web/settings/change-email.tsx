import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { User } from '#contract/membership/user.ts';
import { checkEmail, emailKey } from '#contract/rules/account-rules.ts';
import { isRefusal } from '#web/api.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { EmailSuggestion } from '#web/signup/email-suggestion.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextInput } from '#web/ui/field.tsx';
import { Card } from '#web/ui/page.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import section from './section.module.css';

export function ChangeEmail({ user }: { user: User }) {
  const { t } = useTranslation('notifications');
  const { errorText, fieldText, fieldTexts } = useErrorText();
  const api = useApi();
  const queries = useQueryClient();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [sent, setSent] = useState(false);
  const ask = useMutation({
    mutationFn: () => api.call('changeMail', { body: { email: email.trim(), password } }),
    onSuccess() {
      setPassword('');
      setSent(false);
      void queries.invalidateQueries({ queryKey: ['user'] });
    },
  });
  const wrong = checkEmail(email) !== null || emailKey(email) === emailKey(user.email);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    if (!wrong && password) ask.mutate();
  };
  const passwordWrong = isRefusal(ask.error, 'password_wrong');
  return (
    <Card>
      <h2>{t('email.title')}</h2>
      <p className={section['now']}>{t('email.now', { email: user.email })}</p>
      {user.new_email && <Alert tone="info">{t('email.waiting', { email: user.new_email })}</Alert>}
      <form onSubmit={submit} onInput={() => ask.error && ask.reset()} className={section['form']} noValidate>
        {ask.error && !passwordWrong && !isRefusal(ask.error, 'invalid_fields') && (
          <Alert tone="error" title={errorText(ask.error)} />
        )}
        <div>
          <TextInput
            label={t('email.new')}
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            error={sent && wrong ? fieldText('new_email_invalid') : fieldTexts(ask.error)['email']}
          />
          <EmailSuggestion email={email} onTake={setEmail} />
        </div>
        <PasswordInput
          label={t('email.password')}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={sent && !password ? fieldText('required') : passwordWrong ? errorText(ask.error) : undefined}
        />
        <Button type="submit" look="secondary" busy={ask.isPending}>
          {t('email.submit')}
        </Button>
      </form>
    </Card>
  );
}
