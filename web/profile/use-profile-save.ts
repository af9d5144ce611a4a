import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FieldCode } from '#contract/errors.ts';
import { checkCouple, checkPartnerBorn } from '#contract/membership/couples.ts';
import type { User } from '#contract/membership/user.ts';
import { checkNumber, fieldsStoredAs, recordOf, type EditableField } from '#contract/profile-fields.ts';
import type { ProfileChange } from '#contract/profiles.ts';
import { checkDateOfBirth, checkName, NAME_LENGTH } from '#contract/rules/account-rules.ts';
import { ApiError } from '#web/api.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { userQuery } from '#web/session/queries.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi, useMember } from '#web/session/use-session.ts';
import { toast } from '#web/ui/toasts.tsx';
import type { ProfileDraft } from './profile-form.ts';
import { fieldsIn, type ProfileSection } from './profile-sections.ts';

export function useProfileSave(onSaved: () => void) {
  const { t } = useTranslation('common');
  const api = useApi();
  const queries = useQueryClient();
  const { errorText } = useErrorText();
  return useMutation({
    mutationFn: (body: ProfileChange) => api.call('changeProfile', { body }),
    onSuccess(profile) {
      queries.setQueryData(
        userQuery.queryKey,
        (user: User | null | undefined) => user && { ...user, profile },
      );
      void queries.invalidateQueries({ queryKey: ['member'] });
      onSaved();
      toast('success', t('saved'));
    },
    onError(error) {
      if (!(error instanceof ApiError && error.status === 422)) toast('error', errorText(error));
    },
  });
}

export function useProfileErrors(draft: ProfileDraft, refused: unknown, minAge: number) {
  const { fieldText, fieldTexts } = useErrorText();
  const { email } = useMember();
  const today = new Date().toISOString().slice(0, 10);
  const checkOne = (name: string) => checkName(name, email);
  const isCouple = draft.gender === 'couple';
  const codes: Record<string, FieldCode | null> = {
    ...(isCouple ? checkCouple(draft.name, checkOne) : { name: checkOne(draft.name) }),
    date_of_birth: checkDateOfBirth(draft.date_of_birth, minAge, today),
    ...(isCouple && {
      partner_date_of_birth: checkPartnerBorn(draft.partner_date_of_birth ?? '', minAge, today),
    }),
    ...recordOf(fieldsStoredAs('number'), (field) => checkNumber(field, draft[field])),
  };
  const served = fieldTexts(refused);
  const textOf = (field: string) => {
    const code = codes[field] ?? undefined;
    const limit = code === 'too_short' ? NAME_LENGTH.least : NAME_LENGTH.most;
    return fieldText(code, { min_age: minAge, limit }) ?? served[field];
  };
  return {
    any: Object.values(codes).some((code) => code !== null),
    of: textOf,
    isIn: (section: ProfileSection) =>
      fieldsIn(section).some((field) => textOf(field) !== undefined || isAnswerRefused(field, served)) ||
      (section === 'basics' && textOf('partner_name') !== undefined),
  };
}

/** Errors of single answers are named `prompts.kiss`. */
const isAnswerRefused = (field: EditableField, served: Record<string, unknown>) =>
  Object.keys(served).some((name) => name.startsWith(`${field}.`));

export type ProfileErrors = ReturnType<typeof useProfileErrors>;
