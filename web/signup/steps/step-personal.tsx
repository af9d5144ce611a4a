import { useLayoutEffect } from 'react';
import type { FieldCode } from '#contract/errors.ts';
import { checkCouple, checkPartnerBorn, joinNames } from '#contract/membership/couples.ts';
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
  const { draft, password, refused } = useDraft();
  const judgement = useJudgement(password, [draft.name, draft.partner_name, draft.email, draft.city]);
  const today = new Date().toISOString().slice(0, 10);
  const isCouple = draft.gender === 'couple';
  const checkOne = (name: string) => checkName(name, draft.email);
  const { shown, leave, pass } = useChecked(
    {
      ...(isCouple
        ? checkCouple(joinNames(draft.name, draft.partner_name), checkOne)
        : { name: checkOne(draft.name), partner_name: null }),
      date_of_birth: checkDateOfBirth(draft.date_of_birth, min_age, today),
      partner_date_of_birth: isCouple ? checkPartnerBorn(draft.partner_date_of_birth, min_age, today) : null,
      email: draft.email.trim() === '' ? 'required' : checkEmail(draft.email),
      password: checkPassword(password) ?? judgement?.code ?? null,
    },
    refused,
  );
  useLayoutEffect(() => {
    register(pass);
  });
  const errorOf = (field: PersonField) => {
    const code = shown(field);
    const limit = code === 'too_short' ? NAME_LENGTH.least : NAME_LENGTH.most;
    return fieldText(code, { limit, min_age });
  };
  const passwordLimit = { limit: PASSWORD_LENGTH.least };
  const text = (code: FieldCode | undefined, params = {}) => fieldText(code, params);
  return (
    <div className={styles['two']}>
      <PersonFields of={first} errorOf={errorOf} leave={leave} />
      {isCouple && <PersonFields of={second} errorOf={errorOf} leave={leave} />}
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

const first = { name: 'name', born: 'date_of_birth', ageHint: 'age_hint', nickname: true } as const;
const second = {
  name: 'partner_name',
  born: 'partner_date_of_birth',
  ageHint: 'partner_age_hint',
  nickname: false,
} as const;
type PersonField = (typeof first | typeof second)['name' | 'born'];

interface PersonFieldsProps {
  of: typeof first | typeof second;
  errorOf(field: PersonField): string | undefined;
  leave(field: PersonField): void;
}

function PersonFields({ of: { name, born, ageHint, nickname }, errorOf, leave }: PersonFieldsProps) {
  const { t } = useTranslation('signup');
  const { ready, draft } = useDraft();
  return (
    <>
      <TextInput
        label={t(`personal.${name}`)}
        name={name}
        autoComplete={nickname ? 'nickname' : 'off'}
        value={draft[name]}
        hint={t('personal.name_hint')}
        error={errorOf(name)}
        onChange={(event) => changeDraft({ [name]: event.target.value })}
        onBlur={() => draft[name] && leave(name)}
      />
      <div
        onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && draft[born] && leave(born)}
      >
        <DateField
          key={String(ready)}
          label={t(`personal.${born}`)}
          autoComplete={nickname ? 'bday' : 'off'}
          value={draft[born]}
          hint={t(`personal.${ageHint}`)}
          error={errorOf(born)}
          onChange={(value) => changeDraft({ [born]: value })}
        />
      </div>
    </>
  );
}
