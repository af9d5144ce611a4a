import type { TSchema } from 'typebox';

// Values for fuzzing every call. Most are valid, so that handlers run and succeed; some are odd in ways that
// often break programs. The same seed gives the same values.

export type Chance = () => number;

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const pick = <T>(chance: Chance, list: readonly T[]): T => list[Math.floor(chance() * list.length)]!;

export interface Known {
  numbers: number[];
  uuids: string[];
  texts: string[];
}

const ODD_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff',
  '😀'.repeat(300),
  'x'.repeat(6000),
  "'; drop table members --",
  '%',
  '\\',
  '../../etc/passwd',
];
const ODD_CURSORS = [
  '-'.repeat(36),
  '0',
  '-1',
  '9'.repeat(25),
  '1_2',
  'null',
  '{}',
  '%00',
  'AAAA',
  '2026-99-99',
  '1e400',
  'NaN',
];
const ODD_NUMBERS = [-1, 0, 0.5, 2_147_483_648, 3_000_000_000, 2 ** 60, 1e308, -1e308];
const ODD_VALUES = [null, true, [], {}, [[[]]], { a: { b: 1 } }, ['\0']];

interface Shape {
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Shape[];
  oneOf?: Shape[];
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
}

/**
 * A value for a schema. `odd` is the probability (0 to 1) that a nested value is one no client would send.
 */
export function valueFor(schema: TSchema, chance: Chance, known: Known, odd: number): unknown {
  return make(schema as Shape, '');

  function make(shape: Shape, name: string): unknown {
    if (chance() < odd) return oddFor(shape);
    if (shape.const !== undefined) return shape.const;
    if (shape.enum) return pick(chance, shape.enum);
    const options = shape.anyOf ?? shape.oneOf;
    if (options) return make(pick(chance, options), name);
    switch (shape.type) {
      case 'object':
        return objectFor(shape);
      case 'array':
        return Array.from(
          { length: (shape.minItems ?? 0) + Math.floor(chance() * Math.min(3, (shape.maxItems ?? 3) + 1)) },
          () => make(shape.items ?? {}, name),
        ).slice(0, shape.maxItems);
      case 'integer':
      case 'number':
        return numberFor(shape);
      case 'boolean':
        return chance() < 0.5;
      case 'null':
        return null;
      default:
        return textFor(shape, name);
    }
  }

  function objectFor(shape: Shape): Record<string, unknown> {
    const value: Record<string, unknown> = {};
    for (const [key, property] of Object.entries(shape.properties ?? {})) {
      if (shape.required?.includes(key) || chance() < 0.5) value[key] = make(property, key);
    }
    if (chance() < odd) value['surprise\0'] = 1;
    return value;
  }

  function numberFor({ minimum = 0, maximum = 50 }: Shape): number {
    return chance() < 0.6
      ? pick(chance, known.numbers)
      : Math.floor(minimum + chance() * (Math.min(maximum, minimum + 1000) - minimum + 1));
  }

  function textFor({ format, maxLength }: Shape, name: string): string {
    if (format === 'uuid' || /(?:^|_)(?:client_id|idempotency_key)$/.test(name))
      return chance() < 0.5 ? uuid() : pick(chance, known.uuids);
    if (format === 'date' || name === 'date_of_birth')
      return pick(chance, ['1990-06-15', '2015-01-01', '0001-01-01', '9999-12-31']);
    if (name.includes('email')) return `fuzz${Math.floor(chance() * 50)}@example.test`;
    if (name.includes('password')) return pick(chance, ['een-lang-wachtwoord', 'another long password']);
    return pick(chance, known.texts).slice(0, maxLength ?? 100);
  }

  function oddFor({ type }: Shape): unknown {
    const roll = chance();
    if (type === 'integer' || type === 'number')
      return roll < 0.8 ? pick(chance, ODD_NUMBERS) : pick(chance, ODD_VALUES);
    return roll < 0.55
      ? pick(chance, ODD_TEXTS)
      : roll < 0.8
        ? pick(chance, ODD_CURSORS)
        : pick(chance, ODD_VALUES);
  }

  function uuid(): string {
    const hex = Array.from({ length: 32 }, () => Math.floor(chance() * 16).toString(16)).join('');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
  }
}

const LINES = [
  'GET / HTTP/1.1',
  'GET // HTTP/1.1',
  'GET /nl//x HTTP/1.0',
  'POST /api/login.php HTTP/1.1',
  'GET /photos/1/960?s=%FF HTTP/1.1',
  'GET /api/%E0%A4%A HTTP/1.1',
];
const MORE_LINES = [
  'OPTIONS * HTTP/1.1',
  'GET http://evil.example/api/settings.php HTTP/1.1',
  'HEAD /api/health.php HTTP/1.0',
  'PUT /api/user.php HTTP/1.1',
  'BREW / HTTP/1.1',
  'GET /api/photo-file.php?id=1 HTTP/1.1',
  'GET / HTTP/1.0',
  'GET /en/members/%00 HTTP/1.0',
  'GET /%ED%A0%80?q=%ED%A0%80%00 HTTP/1.1',
  'GET /api/members.php?country=%00&cursor=%ED%A0%80 HTTP/1.1',
  'POST /api/complaint.php HTTP/1.1',
];
const HEADERS = [
  'Host: localhost',
  'Host: [::1',
  'Host: a b',
  'Host:',
  'X-Forwarded-Host: \\',
  'Content-Length: 5',
  'Content-Length: -1',
  'Transfer-Encoding: chunked',
  'Cookie: auth=%00; locale=xx',
];
const MORE_HEADERS = [
  'Content-Type: application/json',
  'Content-Type: multipart/form-data',
  'Content-Type: multipart/form-data; boundary=',
  'Accept-Language: *',
  'Origin: null',
  'Last-Event-ID: 9-zz',
  'Range: bytes=9-1',
  'If-None-Match: "',
  'Cookie: =;;;=',
  'User-Agent: \xff\xfe',
];
const BODIES = ['', '{}', '{"a":', '--x\r\n', '5\r\nhello\r\n0\r\n\r\n', '\0\0\0', '[1,2', 'a=%00&b=%'];

export function rawRequest(chance: Chance): Buffer {
  const headers = Array.from({ length: Math.floor(chance() * 5) }, () =>
    pick(chance, [...HEADERS, ...MORE_HEADERS]),
  );
  const host = chance() < 0.7 ? ['Host: localhost'] : [];
  const bytes = Buffer.from(
    [
      pick(chance, [...LINES, ...MORE_LINES]),
      ...host,
      ...headers,
      'Connection: close',
      '',
      pick(chance, BODIES),
    ].join('\r\n'),
    'latin1',
  );
  if (chance() < 0.3)
    for (let i = 0; i < 3; i++) bytes[Math.floor(chance() * bytes.length)] = Math.floor(chance() * 256);
  return bytes;
}
