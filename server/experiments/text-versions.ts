import type { Locale } from '#contract/lists/locales.ts';
import type { App } from '../platform/app.ts';
import { siteOf } from '../site-settings/index.ts';
import { subjectOf } from './ground-of.ts';
import { versionForMember } from './version-of.ts';

/**
 * The versions of texts that a member sees, as one word for addresses of translations. Null for the usual texts.
 * Without an experiment on texts it reads no database.
 */
export async function textVersionsOf(
  app: Pick<App, 'db' | 'parts'>,
  reader: { member: number; host: string | undefined },
): Promise<string | null> {
  const texts = (await app.parts.activeExperiments()).filter(({ kind }) => kind === 'text');
  if (texts.length === 0) return null;
  const site = await siteOf(app, reader.host);
  const versions: string[] = [];
  for (const { ground } of texts.filter(({ host }) => host === site.host)) {
    const version = await versionForMember(app, reader, ground);
    if (version && version.variant > 0) versions.push(`${version.experiment}.${version.variant}`);
  }
  return versions.length > 0 ? versions.join('_') : null;
}

/** The words of these versions in a language, by `namespace:key`. Versions that have ended have none. */
export async function wordsOfVersions(
  app: Pick<App, 'parts'>,
  versions: string,
  locale: Locale,
): Promise<Record<string, string>> {
  const active = await app.parts.activeExperiments();
  return Object.fromEntries(
    versions.split('_').flatMap((version) => {
      const [id, variant] = version.split('.');
      const found = active.find((one) => one.kind === 'text' && one.id === id);
      const words = found?.variants[Number(variant)]?.change.words?.[locale];
      return found && words ? [[subjectOf(found), words]] : [];
    }),
  );
}
