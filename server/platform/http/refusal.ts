import { errors, errorSentence, type ErrorBody, type ErrorCode, type FieldCode } from '#contract/errors.ts';

type Params = Record<string, string | number>;

/**
 * An answer of the error catalogue. Anything else that is thrown is a bug and
 * becomes a 500. `retryAfterSeconds` fills the `retry-after` header of a 429.
 */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly params: Params;
  readonly fields: Record<string, FieldCode> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, params: Params = {}, fields?: Record<string, FieldCode>, retryAfterSeconds?: number) {
    super(errorSentence(code, params));
    this.name = 'Refusal';
    this.code = code;
    this.params = params;
    this.fields = fields;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  get status(): number {
    return errors[this.code][0];
  }

  body(): ErrorBody {
    return {
      error: this.code,
      message: this.message,
      ...(Object.keys(this.params).length > 0 && { params: this.params }),
      ...(this.fields && { fields: this.fields }),
    };
  }
}

/** `throw refuse('not_enough_credits', { name })` */
export const refuse = (code: ErrorCode, params?: Params, retryAfterSeconds?: number) => new Refusal(code, params, undefined, retryAfterSeconds);

/** The 422 of a form: what is wrong with which field, and the parameters of the sentences. */
export const refuseFields = (fields: Record<string, FieldCode>, params?: Params) => new Refusal('invalid_fields', params, fields);
