import { expect, test } from 'vitest';
import { crowdedRooms, layoutFaults } from './check-layout.ts';

const faults = (path: string, ...imports: string[]) => layoutFaults({ path, text: imports.map((source) => `import { x } from '${source}';`).join('\n') });

test('a module imports lower ones by their front door, and only those', () => {
  expect(faults('server/chat/send-message.ts', '../credits/index.ts', './rules.ts', '../platform/database/index.ts', '#contract/chat.ts')).toEqual([]);
  expect(faults('server/chat/send-message.ts', '../credits/ledger.ts')[0]).toContain('front door');
  expect(faults('server/chat/send-message.ts', '../payments/index.ts')[0]).toContain('stands below');
  expect(faults('server/platform/outgoing/mailer.ts', '../../chat/index.ts')[0]).toContain('knows no module');
  expect(faults('server/gossip/index.ts', '../chat/index.ts')[0]).toContain('not one of the modules');
});

test('the contract, the server and the web app keep apart', () => {
  expect(faults('contract/calls.ts', 'typebox', './errors.ts')).toEqual([]);
  expect(faults('contract/calls.ts', 'kysely', '#server/main.ts')).toHaveLength(2);
  expect(faults('web/root.tsx', '#server/main.ts', '../mail/index.ts')).toHaveLength(2);
  expect(faults('server/chat/rules.ts', '#web/api.ts')).toHaveLength(1);
  expect(faults('server/chat/rules.ts', '#support/site.ts')).toHaveLength(1);
});

test('a room of the web imports lower ones only, whatever it imports', () => {
  expect(faults('web/chat/composer/composer.tsx', '#web/session/use-session.ts', '../chat-query.ts', '#web/api.ts')).toEqual([]);
  expect(faults('web/session/queries.ts', '#web/chat/chat-query.ts')[0]).toContain('session stands below chat');
  expect(layoutFaults({ path: 'web/ui/menu.tsx', text: "const Box = lazy(() => import('#web/chat/box.tsx'));" })[0]).toContain('stands below');
  expect(faults('web/gossip/gossip.tsx', '#web/ui/menu.tsx')[0]).toContain("not one of the web's rooms");
  expect(faults('web/root.tsx', '#web/chat/frame.tsx')).toEqual([]);
});

test('commands know no HTTP', () => {
  expect(faults('server/chat/send-message.ts', 'fastify')).toHaveLength(1);
  expect(faults('server/chat/routes.ts', 'fastify')).toEqual([]);
});

test('a file has one idea and a name', () => {
  expect(layoutFaults({ path: 'server/chat/utils.ts', text: '' })).toHaveLength(1);
  expect(layoutFaults({ path: 'server/chat/sendMessage.ts', text: '' })).toHaveLength(1);
  expect(layoutFaults({ path: 'server/chat/send-message.ts', text: '\n'.repeat(401) })).toHaveLength(1);
});

test('a room has 24 code files at most, tests counted only where nothing else lives', () => {
  const files = (count: number, end = '.ts') => Array.from({ length: count }, (_, i) => `server/chat/file-${i}${end}`);
  expect(crowdedRooms([...files(24), ...files(9, '.test.ts')])).toEqual([]);
  expect(crowdedRooms(files(25))).toEqual([expect.stringContaining('server/chat: 25')]);
  expect(crowdedRooms(files(25, '.test.ts').map((path) => path.replace('server/chat', 'tests/e2e/chat')))).toEqual([
    expect.stringContaining('tests/e2e/chat: 25'),
  ]);
});
