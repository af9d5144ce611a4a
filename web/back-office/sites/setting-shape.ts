import { settingTable, type SettingKey, type SettingRow } from '#contract/setting-table.ts';

/** What of a setting's schema its form is made of. */
export interface Shape {
  type: string;
  nullable: boolean;
  options: readonly string[] | null;
  /** Of a list: what may be in it. */
  items: readonly string[] | null;
  minimum: number | undefined;
  maximum: number | undefined;
  maxLength: number | undefined;
}

/** The schema of a setting, read for its form. */
export function shapeOf(key: SettingKey): Shape {
  const schema = settingTable[key].schema as unknown as {
    type: string | string[];
    enum?: (string | null)[];
    items?: { enum?: string[] };
    minimum?: number;
    maximum?: number;
    maxLength?: number;
  };
  const types = [schema.type].flat();
  return {
    type: types[0]!,
    nullable: types.includes('null'),
    options: schema.enum?.filter((value) => value !== null) ?? null,
    items: schema.items?.enum ?? null,
    minimum: schema.minimum,
    maximum: schema.maximum,
    maxLength: schema.maxLength,
  };
}

/** The row of a setting, with what only some rows have. */
export const rowOf = (key: SettingKey): SettingRow => settingTable[key];
