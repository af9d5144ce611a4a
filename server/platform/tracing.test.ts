import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { password, testApp } from '#support/app.ts';
import { startReceiver } from '#support/services/receiver.ts';
import { describeStatement } from './tracing.ts';

const receiver = await startReceiver();
afterAll(() => receiver.close());
const site = testApp({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_SERVICE_NAME: 'liaison of the test' });

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}

test('traces the route, job and queries of a message, without its text or people', async () => {
  const anna = await site.as('anna');
  const bram = await site.as('bram', { gender: 'male', gender_sought: 'female', credits: 30 });
  const words = 'something that only the two may know';

  await bram.must('send', { body: { profile: anna.memberId, client_id: randomUUID(), text: words } });
  await anna.request('GET', '/api/interests.php?probe=someone@example.test');
  await expect
    .poll(() => receiver.requests.map(({ body }) => body).join(''))
    .toContain('GET /api/interests.php');

  expect(receiver.requests.map(({ path }) => path)).toEqual(expect.arrayContaining(['/v1/traces']));
  const text = receiver.requests.map(({ body }) => body).join('');
  const spans = receiver.requests.flatMap(({ body }) =>
    (JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] }).resourceSpans.flatMap(
      ({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans),
    ),
  );
  const request = spans.find(({ name }) => name === 'POST /api/chat.php')!;
  expect(request.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 201 } });
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === request.spanId);
  expect(statements.map(({ name }) => name)).toContainEqual(
    expect.stringMatching(/^(?:select|update|insert|with) [a-z_]+$/),
  );
  expect(text).toContain('liaison of the test');
  for (const secret of [
    words,
    'only the two',
    'someone@',
    anna.email,
    password,
    anna.cookies.get('auth')!.slice(0, 12),
  ])
    expect(text).not.toContain(secret);
});

test('names a query’s span by its verb and table', () => {
  expect(describeStatement('select * from "members" where email = $1')).toEqual({
    verb: 'select',
    table: 'members',
  });
  expect(describeStatement('update only likes set x = 1')).toEqual({ verb: 'update', table: 'likes' });
  expect(describeStatement('commit')).toEqual({ verb: 'commit', table: undefined });
});
