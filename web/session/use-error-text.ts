import type { FieldCode } from '#contract/errors.ts';
import { ApiError } from '#web/api.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { isMissingChunk } from './missing-chunk.ts';

export function useErrorText() {
  const { t } = useTranslation('errors');
  const { date } = useFormats();
  /** The server sends the day on which a suspension ends as `2026-12-07`. */
  const dated = ({ until, ...params }: ApiError['params']) => ({
    ...params,
    ...(until !== undefined && { until: date(`${until}T12:00:00Z`) }),
  });
  return {
    errorText: (error: unknown) =>
      error instanceof ApiError
        ? t(`error.${error.code}`, dated(error.params))
        : t(isMissingChunk(error) ? 'error.unavailable' : 'error.internal'),
    fieldText: (code: FieldCode | undefined, params: Record<string, string | number> = {}) =>
      code ? t(`field.${code}`, params) : undefined,
    /** Texts by field name; empty for errors other than API errors. */
    fieldTexts: (error: unknown): Record<string, string | undefined> =>
      error instanceof ApiError
        ? Object.fromEntries(
            Object.entries(error.fields).map(([field, code]) => [field, t(`field.${code}`, error.params)]),
          )
        : {},
  };
}
