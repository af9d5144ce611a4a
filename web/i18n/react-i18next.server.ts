import { use } from 'react';
import { I18nContext, type useTranslation as useTranslationOfLibrary } from 'react-i18next';

export { I18nContext, I18nextProvider, Trans } from 'react-i18next';

/**
 * `useTranslation` while rendering on the server, where every namespace is there and no language changes. The library's
 * own copies the whole translator for each component: a fifth of the time of a page of members.
 * The server build puts this file in the place of `react-i18next` (scripts/server-translations.ts).
 */
export const useTranslation = ((namespaces?: string | string[]) => {
  const { i18n } = use(I18nContext);
  const t = i18n.getFixedT(null, namespaces ?? 'common');
  return Object.assign([t, i18n, true], { t, i18n, ready: true });
}) as unknown as typeof useTranslationOfLibrary;
