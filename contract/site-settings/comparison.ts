import { type Static, Type } from 'typebox';
import { count, list, nullable, object, oneOf } from '../schema.ts';

/** Why a value of a file of settings cannot be taken over. */
export const settingObstacles = ['unknown', 'elsewhere', 'role', 'invalid'] as const;

export const settingsComparison = object({
  same: count,
  rows: list(
    object({
      key: Type.String(),
      present: Type.Unknown({ description: 'Null for the default' }),
      wanted: Type.Unknown({ description: 'Null for the default' }),
      obstacle: nullable(oneOf(settingObstacles)),
    }),
  ),
});

export type SettingsComparison = Static<typeof settingsComparison>;

/** The first field of a file of settings. */
export const SETTINGS_FORMAT = 'liaison-settings/1';
