import { Type, type Static, type TSchema } from 'typebox';

/**
 * Building blocks of the wire contract over TypeBox. All objects are strict:
 * a request with an unknown key answers 400, a reply loses what is not listed.
 */

/** A strict object. Optional keys are wrapped in `optional()`. */
export const object = <P extends Record<string, TSchema>>(properties: P, options: { description?: string } = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options });

export const optional = Type.Optional;

/** One of a closed list of words. */
export const oneOf = <const T extends readonly string[]>(values: T, options: { description?: string } = {}) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options });

/** The schema or null. Written as a type list, which serialises faster than `anyOf`. */
export function nullable<T extends TSchema>(schema: T) {
  const plain = { ...(schema as Record<string, unknown>) };
  const values = plain['enum'] as unknown[] | undefined;
  return Type.Unsafe<Static<T> | null>({ ...plain, type: [plain['type'], 'null'], ...(values ? { enum: [...values, null] } : {}) });
}

export const list = <T extends TSchema>(items: T, options: { maxItems?: number } = {}) => Type.Array(items, options);

/** A member, profile, conversation, message, photo… id: a positive integer. */
export const id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** An instant, ISO 8601 in UTC. */
export const instant = Type.String({ format: 'date-time' });

/** A calendar day, `YYYY-MM-DD`. */
export const day = Type.String({ format: 'date' });

export const uuid = Type.String({ format: 'uuid' });
export const isUuid = (value: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
export const count = Type.Integer({ minimum: 0 });
export const text = (maxLength: number, minLength = 0) => Type.String({ maxLength, minLength });

/** Money as the wire shows it; inside the server it is integer cents. */
export const money = object({ amount: Type.String({ pattern: '^-?\\d+\\.\\d{2}$' }), currency: Type.String({ pattern: '^[A-Z]{3}$' }) });
export type Money = Static<typeof money>;

export const ok = object({ ok: Type.Literal(true) });
export const nothing = Type.Null();

/** An opaque keyset position; belongs to the filters it was given with. */
export const cursor = Type.String({ maxLength: 200 });

/** The query of a list's further page. */
export const page = Type.Object({ cursor: optional(cursor) });

/** Where a visitor came from (docs/product.md 3, tracking record). */
export const tracking = object({
  network: optional(text(100)),
  ref: optional(text(200)),
  sub1: optional(text(200)),
  sub2: optional(text(200)),
  sub3: optional(text(200)),
});
