import { errors, errorSentence, type ErrorBody, type ErrorCode, type FieldCode } from '#contract/errors.ts';

type Params = Record<string, string | number>;

/**
 * A response of the error catalogue. Any other thrown value is a bug and becomes a 500. `retryAfterSeconds`
 * fills the `retry-after` header.
 */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly params: Params;
  readonly fields: Record<string, FieldCode> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    params: Params = {},
    fields?: Record<string, FieldCode>,
    retryAfterSeconds?: number,
  ) {
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

export const refuse = (code: ErrorCode, params?: Params, retryAfterSeconds?: number) =>
  new Refusal(code, params, undefined, retryAfterSeconds);

export const refuseFields = (fields: Record<string, FieldCode>, params?: Params) =>
  new Refusal('invalid_fields', params, fields);
