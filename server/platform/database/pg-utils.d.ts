/** How the driver writes a value for PostgreSQL, as its other submittables take it. */
declare module 'pg/lib/utils.js' {
  const utils: { prepareValue(value: unknown): unknown };
  export default utils;
}
