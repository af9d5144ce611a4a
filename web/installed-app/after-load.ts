import { isLocale } from '#contract/lists/locales.ts';
import { registerWorker, type WorkerHooks } from './register-worker.ts';

interface AfterLoad extends Omit<WorkerHooks, 'locale'> {
  language: string;
  /** Loads what the screen of a path needs. */
  preload: (path: string) => void;
}

/** Work for later screens and visits, once the first page has settled. */
export async function afterLoad({ language, preload, ...hooks }: AfterLoad) {
  // A tapped card then opens at once: a phone announces no tap. The office shows no profiles.
  if (!/\/admin(\/|$)/.test(location.pathname)) preload('/members/1');
  await registerWorker({ locale: isLocale(language) ? language : 'nl', ...hooks });
}
