import { itemOf } from '#contract/lists/item-of.ts';
import { SETTINGS_FORMAT } from '#contract/site-settings/comparison.ts';
import { pictureSettings } from '#contract/site-settings/setting-table.ts';
import type { SiteSettingsView } from '#contract/site-settings/sites.ts';

/**
 * The file of a site's own values, without pictures, which only this installation has. Settings that it does not name have
 * their default.
 */
export const settingsFile = ({ site, settings }: SiteSettingsView): string =>
  JSON.stringify(
    {
      format: SETTINGS_FORMAT,
      site,
      settings: Object.fromEntries(
        settings
          .filter(({ key, own }) => own && !itemOf(pictureSettings, key))
          .map(({ key, value }) => [key, value]),
      ),
    },
    null,
    2,
  );

/** The values in a file; null if it is not a file of settings. */
export function readSettingsFile(text: string): Record<string, unknown> | null {
  try {
    const file: unknown = JSON.parse(text);
    if (!isRecord(file) || file['format'] !== SETTINGS_FORMAT || !isRecord(file['settings'])) return null;
    return file['settings'];
  } catch {
    return null;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
