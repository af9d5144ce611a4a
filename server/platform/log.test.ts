import { expect, test } from 'vitest';
import { createLog } from './log.ts';

test('removes members’ addresses from messages, errors, causes and details', () => {
  const lines: string[] = [];
  const log = createLog({ production: true }, 'debug', { write: (line: string) => void lines.push(line) });
  const refusal = '450 4.2.1 <private.person@example.org> mailbox busy';
  const error = Object.assign(new Error(refusal, { cause: new Error('to private.person@example.org') }), {
    detail: 'Key (email_key)=(private.person@example.org) already exists.',
    rejected: ['private.person@example.org'],
  });
  log.error(
    { err: error, error, email: 'private.person@example.org' },
    `Failed task 7 (mail) with error '${refusal}'`,
  );
  log.warn('SMS to +31612345678 refused');
  log.child({ job: 'mail' }).error({ err: error }, 'again');
  const text = lines.join('');
  expect(text).toContain('mailbox busy');
  expect(text).not.toMatch(/private\.person|31612345678/);
});
