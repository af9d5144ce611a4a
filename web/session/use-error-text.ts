import { useTranslation } from '#web/i18n/translate.tsx';
import type { FieldCode } from '#contract/errors.ts';
import { ApiError } from '#web/api.ts';

/** Words for refusals: `errorText(error)` for a whole answer, `fieldText(code, params)` for a field. */
export function useErrorText() {
  const { t } = useTranslation('errors');
  return {
    errorText: (error: unknown) => (error instanceof ApiError ? t(`error.${error.code}`, error.params) : t('error.internal')),
    fieldText: (code: FieldCode | undefined, params: Record<string, string | number> = {}) => (code ? t(`field.${code}`, params) : undefined),
    /** The field texts of a refusal, by field name; empty for any other error. */
    fieldTexts: (error: unknown): Record<string, string | undefined> =>
      error instanceof ApiError ? Object.fromEntries(Object.entries(error.fields).map(([field, code]) => [field, t(`field.${code}`, error.params)])) : {},
  };
}
