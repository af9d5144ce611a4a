import type { CallBody, CallName } from '#contract/calls.ts';
import { callWithBody } from '#office/pieces/call-with-body.ts';
import { useSave } from '#office/pieces/use-save.ts';
import { useTranslation } from '#web/i18n/translate.tsx';

type Change = Extract<CallName, 'adminPackage' | 'adminMethods' | 'adminVat'>;

export function useSaveCatalogue<K extends Change>(call: K) {
  const { t } = useTranslation('office/payments');
  return useSave((api, body: CallBody<K>) => callWithBody(api, call, body), {
    done: t('catalogue.saved'),
    refresh: ['adminCatalogue', 'waitingChanges'],
  });
}
