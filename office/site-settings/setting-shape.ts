import { settingTable, type SettingKey, type SettingRow } from '#contract/site-settings/setting-table.ts';

export interface Shape {
  type: string;
  nullable: boolean;
  options: readonly string[] | null;
  items: readonly string[] | null;
  minimum: number | undefined;
  maximum: number | undefined;
  maxLength: number | undefined;
}

export function shapeOf(key: SettingKey): Shape {
  const schema: {
    type?: string | string[];
    enum?: (string | null)[];
    items?: { enum?: string[] };
    minimum?: number;
    maximum?: number;
    maxLength?: number;
  } = rowOf(key).schema;
  const types = [schema.type ?? []].flat();
  return {
    type: types[0] ?? 'string',
    nullable: types.includes('null'),
    options: schema.enum?.filter((value) => value !== null) ?? null,
    items: schema.items?.enum ?? null,
    minimum: schema.minimum,
    maximum: schema.maximum,
    maxLength: schema.maxLength,
  };
}

export const rowOf = (key: SettingKey): SettingRow => settingTable[key];
