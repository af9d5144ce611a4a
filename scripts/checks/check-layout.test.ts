import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { crowdedRooms, layoutFaults } from './check-layout.ts';
import { documentFaults } from './floors.ts';
import { unreadSettings } from './unread-settings.ts';

const faults = (path: string, ...imports: string[]) =>
  layoutFaults({ path, text: imports.map((source) => `import { x } from '${source}';`).join('\n') });

test('a module may only import lower modules, through their index.ts', () => {
  expect(
    faults(
      'server/chat/send-message.ts',
      '../credits/index.ts',
      './rules.ts',
      '../platform/database/index.ts',
      '#contract/chat.ts',
    ),
  ).toEqual([]);
  expect(faults('server/chat/send-message.ts', '../credits/ledger.ts')[0]).toContain('front door');
  expect(faults('server/chat/send-message.ts', '../notifications/index.ts')[0]).toContain('stands below');
  expect(faults('server/platform/outgoing/mailer.ts', '../../chat/index.ts')[0]).toContain('knows no module');
  expect(faults('server/chat/send-message.ts', '../payments/index.ts')[0]).toContain('share a floor');
  expect(faults('server/gossip/index.ts', '../chat/index.ts')[0]).toContain('not one of the modules');
});

test('a server file may only pipe streams with `pipeline`', () => {
  const text = 'source.pipe(target);';
  expect(layoutFaults({ path: 'server/chat/rules.ts', text })[0]).toContain('pipeline');
  expect(layoutFaults({ path: 'server/chat/rules.test.ts', text })).toEqual([]);
});

test('limits every file to 400 lines, tests included, except generated ones', () => {
  const text = '\n'.repeat(400);
  for (const path of ['server/chat/rules.ts', 'server/chat/rules.test.ts'])
    expect(layoutFaults({ path, text })[0]).toContain('401 lines');
  expect(layoutFaults({ path: 'server/platform/database/schema.ts', text })).toEqual([]);
});

test('the contract, the server and the web app do not import each other', () => {
  expect(faults('contract/calls.ts', 'typebox', './errors.ts')).toEqual([]);
  expect(faults('contract/calls.ts', 'kysely', '#server/main.ts')).toHaveLength(2);
  expect(faults('web/root.tsx', '#server/main.ts', '../mail/index.ts')).toHaveLength(2);
  expect(faults('server/chat/rules.ts', '#web/api.ts')).toHaveLength(1);
  expect(faults('server/chat/rules.ts', '#support/site.ts')).toHaveLength(1);
});

test('only code for developers may import packages that are not installed by `npm start`', () => {
  expect(faults('server/chat/rules.ts', 'vitest')[0]).toContain('npm start');
  expect(faults('scripts/build/bundle-server.ts', '@vercel/nft')).toHaveLength(1);
  expect(layoutFaults({ path: 'mail/render.ts', text: "await import('yaml');" })).toHaveLength(1);
  expect(layoutFaults({ path: 'web/x.ts', text: "import type { T } from 'react-i18next';" })).toEqual([]);
  for (const path of ['server/chat/rules.test.ts', 'tests/support/app.ts', 'scripts/build/pack-image.ts'])
    expect(faults(path, 'vitest'), path).toEqual([]);
});

test('a room of the web app may only import lower rooms', () => {
  expect(
    faults(
      'web/chat/composer/composer.tsx',
      '#web/session/use-session.ts',
      '../chat-query.ts',
      '#web/api.ts',
    ),
  ).toEqual([]);
  expect(faults('web/session/queries.ts', '#web/chat/chat-query.ts')[0]).toContain(
    'session stands below chat',
  );
  expect(
    layoutFaults({
      path: 'web/ui/menu.tsx',
      text: "const Box = lazy(() => import('#web/chat/box.tsx'));",
    })[0],
  ).toContain('stands below');
  expect(faults('web/gossip/gossip.tsx', '#web/ui/menu.tsx')[0]).toContain("not one of the web's rooms");
  expect(faults('web/root.tsx', '#web/chat/frame.tsx')).toEqual([]);
});

test("the members' site never imports the office", () => {
  expect(faults('web/chat/bubble.tsx', '#office/pieces/table.tsx')[0]).toContain('only the office');
  expect(faults('server/office/index.ts', '#office/menu.ts')[0]).toContain('only the office');
  expect(faults('contract/office.ts', '../office/menu.ts')).toHaveLength(1);
  expect(faults('web/routes.ts', '../office/routes.ts')).toEqual([]);
});

test('the office may import shared rooms of the web app and its own lower wings', () => {
  expect(
    faults('office/payments/books.tsx', '#web/ui/button.tsx', '#web/api.ts', '#office/pieces/table.tsx'),
  ).toEqual([]);
  expect(faults('office/payments/books.tsx', '#web/chat/frame.tsx')[0]).toContain("members' site");
  expect(faults('office/payments/books.tsx', '#server/payments/index.ts')[0]).toContain('contract/ only');
  expect(faults('office/audit/audit-log.tsx', '#office/payments/books.tsx')[0]).toContain(
    'audit and payments share a floor',
  );
  expect(faults('office/gossip/gossip.tsx', '#office/pieces/table.tsx')[0]).toContain('not a wing');
  expect(faults('office/frame.tsx', '#office/payments/books.tsx')).toEqual([]);
});

test('commands import no HTTP code', () => {
  expect(faults('server/chat/send-message.ts', 'fastify')).toHaveLength(1);
  expect(faults('server/chat/handlers.ts', 'fastify')).toEqual([]);
});

test('a file has a specific name and a limited size', () => {
  expect(layoutFaults({ path: 'server/chat/utils.ts', text: '' })).toHaveLength(1);
  expect(layoutFaults({ path: 'server/chat/sendMessage.ts', text: '' })).toHaveLength(1);
  expect(layoutFaults({ path: 'server/chat/send-message.ts', text: '\n'.repeat(401) })).toHaveLength(1);
});

test('a room has at most 24 code files, not counting tests unless it has only tests', () => {
  const files = (count: number, end = '.ts') =>
    Array.from({ length: count }, (_, i) => `server/chat/file-${i}${end}`);
  expect(crowdedRooms([...files(24), ...files(9, '.test.ts')])).toEqual([]);
  expect(crowdedRooms(files(25))).toEqual([expect.stringContaining('server/chat: 25')]);
  expect(
    crowdedRooms(files(25, '.test.ts').map((path) => path.replace('server/chat', 'tests/e2e/chat'))),
  ).toEqual([expect.stringContaining('tests/e2e/chat: 25')]);
});

test('docs/architecture.md shows the floors and describes every module', () => {
  expect(documentFaults()).toEqual([]);
  const document = readFileSync('docs/architecture.md', 'utf8');
  expect(documentFaults(document.replace('| `office` |', '| `chat` |'))[0]).toContain('--write');
  expect(documentFaults(document.replace('| `desk` |', '| desk |'))[0]).toContain('lacks `desk`');
});

test('a file of a module exports one command, and only handler files contain call handlers', () => {
  const vocabulary = (path: string, text: string) => layoutFaults({ path, text });
  const command = (name: string) => `export async function ${name}(db: Db): Promise<void> {}\n`;
  expect(vocabulary('server/chat/send-message.ts', command('sendMessage') + command('readMessage'))).toEqual(
    [],
  );
  expect(vocabulary('server/chat/send.ts', command('sendMessage') + command('removeMessage'))[0]).toContain(
    'several commands (sendMessage, removeMessage)',
  );
  const arrow = 'export const queueMail = (db: Db): Promise<void> => db.run();\n';
  expect(vocabulary('server/chat/send.ts', arrow + command('sendMessage'))).toHaveLength(1);
  expect(vocabulary('server/chat/index.ts', 'handlers: () => handlers({})')[0]).toContain('handlers.ts');
  expect(vocabulary('server/chat/handlers.ts', 'export const x = () => handlers({})')).toEqual([]);
});

test('rejects a setting that no code reads', () => {
  const reading = (path: string, text: string) =>
    unreadSettings([{ path, text }], ['swipe_likes']).map((fault) => /"(\w+)"/.exec(fault)?.[1]);
  expect(reading('server/likes/like.ts', 'const most = site.settings.swipe_likes;')).toEqual([]);
  expect(reading('web/a.tsx', 'const {\n  name,\n  swipe_likes: most,\n} = useSettings();')).toEqual([]);
  expect(reading('server/a.ts', "await settingByHost(app, 'swipe_likes', sql`m.host`)")).toEqual([]);
  for (const [path, text] of [
    ['server/likes/like.ts', '// The limit is settings.swipe_likes.'],
    ['server/likes/like.ts', 'const swipe_likes = 4;'],
    ['server/likes/like.test.ts', 'settings.swipe_likes'],
    ['server/site-settings/present.ts', 'const reply = { swipe_likes: site.swipe_likes };'],
    ['office/site-settings/preview.tsx', 'settings.swipe_likes'],
  ] as const)
    expect(reading(path, text)).toEqual(['swipe_likes']);
});
