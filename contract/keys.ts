/**
 * The typed keys of a constant table. Use it only if the table's type names every key: TypeScript cannot
 * check that.
 */
export const keysOf = <T extends object>(table: T) => Object.keys(table) as (keyof T & string)[];
