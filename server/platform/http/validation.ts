import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { TSchema } from 'typebox';
import type { FieldCode } from '#contract/errors.ts';
import { Refusal } from './refusal.ts';

const withFormats = (ajv: Ajv2020) => {
  addFormats.default(ajv);
  return ajv;
};

/** Bodies and replies: strict, nothing coerced. Unknown keys are errors because the contract's objects are closed. */
const strict = withFormats(new Ajv2020({ allErrors: false, strict: false }));
/** Queries: text becomes numbers where the schema says so; unknown parameters are ignored. */
const tolerant = withFormats(new Ajv2020({ allErrors: false, strict: false, coerceTypes: true, removeAdditional: true }));

export const bodyValidator = (schema: TSchema): ValidateFunction => strict.compile(schema);
export const queryValidator = (schema: TSchema): ValidateFunction => tolerant.compile(schema);

/** How deep a value is looked into; no shape of the contract goes further. */
const DEPTH = 8;

/**
 * Refuses (bad_request) text that no database can keep: with a NUL, or with half of a surrogate pair. Looks at query, path
 * and body alike, whatever their schema says of them.
 */
export function refuseUnstorable(...values: unknown[]): void {
  for (const value of values) {
    const field = findUnstorable(value, '', DEPTH);
    if (field !== null) throw new Refusal('bad_request', {}, { [field || 'body']: 'invalid' });
  }
}

/** Where such a text stands, as a path; null when nowhere. */
function findUnstorable(value: unknown, path: string, depth: number): string | null {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? path : null;
  if (typeof value !== 'object' || value === null || depth === 0 || ArrayBuffer.isView(value)) return null;
  for (const [key, entry] of Object.entries(value)) {
    if (key.includes('\0') || !key.isWellFormed()) return path;
    const found = findUnstorable(entry, path ? `${path}.${key}` : key, depth - 1);
    if (found !== null) return found;
  }
  return null;
}

const codes: Record<string, FieldCode> = {
  required: 'required',
  additionalProperties: 'unknown',
  maxLength: 'too_long',
  minLength: 'required',
};

/** The fields of a 400: `{ field: code }`, named by their path (`signup_message.text`). */
export function fieldsOf(errors: ErrorObject[] | null | undefined): Record<string, FieldCode> {
  const fields: Record<string, FieldCode> = {};
  for (const error of errors ?? []) {
    if (error.keyword === 'anyOf') continue;
    const path = error.instancePath.split('/').slice(1);
    const key = (error.params['missingProperty'] ?? error.params['additionalProperty']) as string | undefined;
    if (key) path.push(key);
    fields[path.join('.') || 'body'] ??= codes[error.keyword] ?? 'invalid';
  }
  return fields;
}
