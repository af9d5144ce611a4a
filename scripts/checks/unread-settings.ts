import { type SettingKey, settingKeys } from '#contract/site-settings/setting-table.ts';

export interface SourceFile {
  path: string;
  text: string;
}

/** Files in which reading a setting makes it effective. */
const READERS = /^(?:server|web|mail|contract\/rules)\/|^contract\/profile-fields\.ts$/;
const NO_READERS = /^server\/site-settings\/(?:present|read-settings)\.ts$|\.test\.|\/test-[a-z-]+\.ts$/;

const COMMENT = /\/\*[\s\S]*?\*\/|(?:^|\s)\/\/.*/g;

/**
 * Returns whether the code reads a setting: as a property of settings or of a site, by destructuring, by name
 * in `settingByHost`, or by its name in the table of profile fields.
 */
function reads(code: string, key: SettingKey): boolean {
  return [
    String.raw`(?:settings(?:Of\([^()]*\)\)?|\(\))?|\bsite)\s*\??\.\s*${key}\b`,
    String.raw`\{[^{}]*\b${key}\b[^{}]*\}\s*=\s*\(?(?:await\s)?\s*[\w.]*(?:settings|site)`,
    String.raw`settingByHost\([^()]*'${key}'`,
    String.raw`hideable: '${key}'`,
  ].some((pattern) => new RegExp(pattern, 'i').test(code));
}

export function unreadSettings(
  files: readonly SourceFile[],
  keys: readonly SettingKey[] = settingKeys,
): string[] {
  const codes = files
    .filter(({ path }) => READERS.test(path) && !NO_READERS.test(path))
    .map(({ text }) => text.replace(COMMENT, ''));
  return keys
    .filter((key) => !codes.some((code) => reads(code, key)))
    .map(
      (key) =>
        `contract/site-settings/setting-table.ts: nothing reads the setting "${key}": give it its effect, or remove it.`,
    );
}
