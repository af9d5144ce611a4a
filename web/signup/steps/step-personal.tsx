import { useLayoutEffect } from 'react';
import type { FieldCode } from '#contract/errors.ts';
import {
  checkDateOfBirth,
  checkEmail,
  checkName,
  checkPassword,
  NAME_LENGTH,
  PASSWORD_LENGTH,
} from '#contract/rules/account-rules.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { NewPassword, useJudgement } from '#web/login/new-password.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useSettings } from '#web/session/use-session.ts';
import { changeDraft, changePassword, useDraft } from '#web/signup/draft.ts';
import { EmailSuggestion } from '#web/signup/email-suggestion.tsx';
import type { StepProps } from '#web/signup/steps.ts';
import { useChecked } from '#web/signup/use-checked.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { TextInput } from '#web/ui/field.tsx';
import styles from './step.module.css';

export function StepPersonal({ register }: StepProps) {
  const { t } = useTranslation('signup');
  const { fieldText } = useErrorText();
  const { min_age } = useSettings();
  const { ready, draft, password, refused } = useDraft();
  const judgement = useJudgement(password, [draft.name, draft.email, draft.city]);
  const { shown, leave, pass } = useChecked(
    {
      name: checkName(draft.name, draft.email),
      date_of_birth: checkDateOfBirth(draft.date_of_birth, min_age, new Date().toISOString().slice(0, 10)),
      email: draft.email.trim() === '' ? 'required' : checkEmail(draft.email),
      password: checkPassword(password) ?? judgement?.code ?? null,
    },
    refused,
  );
  useLayoutEffect(() => {
    register(pass);
  });
  const nameCode = shown('name');
  const nameLimit = { limit: nameCode === 'too_short' ? NAME_LENGTH.least : NAME_LENGTH.most };
  const passwordLimit = { limit: PASSWORD_LENGTH.least };
  const text = (code: FieldCode | undefined, params = {}) => fieldText(code, params);
  return (
    <div className={styles['two']}>
      <TextInput
        label={t('personal.name')}
        name="name"
        autoComplete="nickname"
        value={draft.name}
        hint={t('personal.name_hint')}
        error={text(nameCode, nameLimit)}
        onChange={(event) => changeDraft({ name: event.target.value })}
        onBlur={() => draft.name && leave('name')}
      />
      <div
        onBlur={(event) =>
          !event.currentTarget.contains(event.relatedTarget) && draft.date_of_birth && leave('date_of_birth')
        }
      >
        <DateField
          key={String(ready)}
          label={t('personal.date_of_birth')}
          autoComplete="bday"
          value={draft.date_of_birth}
          hint={t('personal.age_hint')}
          error={text(shown('date_of_birth'), { min_age })}
          onChange={(value) => changeDraft({ date_of_birth: value })}
        />
      </div>
      <div>
        <TextInput
          label={t('personal.email')}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          value={draft.email}
          hint={t('personal.email_hint')}
          error={text(shown('email'))}
          onChange={(event) => changeDraft({ email: event.target.value })}
          onBlur={() => draft.email && leave('email')}
        />
        <EmailSuggestion email={draft.email} onTake={(email) => changeDraft({ email })} />
      </div>
      <NewPassword
        judgement={judgement}
        label={t('personal.password')}
        name="password"
        autoComplete="new-password"
        value={password}
        hint={t('personal.password_hint', passwordLimit)}
        error={text(shown('password'), passwordLimit)}
        onChange={(event) => changePassword(event.target.value)}
        onBlur={() => password && leave('password')}
      />
    </div>
  );
}
