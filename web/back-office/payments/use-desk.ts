import { useTranslation } from '#web/i18n/translate.tsx';
import type { CallBody, CallName } from '#contract/calls.ts';
import { useSave } from '#web/back-office/use-save.ts';

type Change = Extract<CallName, 'adminPackage' | 'adminMethods' | 'adminVat'>;

/** Saves a change of what is sold, says so, and asks for the catalogue again. */
export function useSaveCatalogue<K extends Change>(call: K) {
  const { t } = useTranslation('back_office_catalogue');
  return useSave((api, body: CallBody<K>) => api.call(call, { body } as never), { done: t('saved'), refresh: ['adminCatalogue'] });
}

/** An amount as somebody typed it, with a comma or a point; null for none. What is no amount is left for the server to refuse. */
export function amountOf(text: string | undefined): string | null {
  const trimmed = (text ?? '').trim().replace(',', '.');
  if (trimmed === '') return null;
  const value = Number(trimmed);
  return Number.isFinite(value) && value >= 0 ? value.toFixed(2) : trimmed;
}
