import { isLocale } from '#contract/lists/locales.ts';
import { loadProfileAhead } from './profile-ahead.ts';
import { registerWorker, type WorkerHooks } from './register-worker.ts';

interface AfterLoad extends Omit<WorkerHooks, 'locale'> {
  i18n: { language: string; loadNamespaces(names: string[]): Promise<unknown> };
}

/** Work for later screens and visits, once the first page has settled. The office shows no profiles. */
export async function afterLoad({ i18n, ...hooks }: AfterLoad) {
  const { language } = i18n;
  await Promise.all([
    registerWorker({ locale: isLocale(language) ? language : 'nl', ...hooks }),
    !/\/admin(\/|$)/.test(location.pathname) && loadProfileAhead(i18n),
  ]);
}
