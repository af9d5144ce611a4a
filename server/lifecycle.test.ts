import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const lifecycle = new URL('./lifecycle.ts', import.meta.url).href;

/** Runs a process whose start is `body`, with SIGTERM when it says `now`, and returns how it ended. */
async function run(body: string): Promise<{ code: number | null; signal: string | null; said: string }> {
  const program = `
    import { comeUp, heedSignals, isUp } from ${JSON.stringify(lifecycle)};
    const forever = new Promise(() => setInterval(() => {}, 1000));
    await comeUp(async () => { ${body} });
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program]);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (chunk.includes('now')) child.kill('SIGTERM');
    });
  const stuck = setTimeout(() => child.kill('SIGKILL'), 60_000);
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  clearTimeout(stuck);
  return { code, signal, said };
}

const SERVE = `await isUp({ name: 'the site', stop: async () => console.log('stopped') });`;

test('heeds a signal that comes while the event loop is busy and other handlers are being removed', async () => {
  const outcome = await run(`
    process.once('SIGTERM', () => console.log('of another'));
    process.kill(process.pid, 'SIGTERM');
    heedSignals();
    ${SERVE}
    setInterval(() => {}, 1000);
  `);
  expect(outcome).toEqual({ code: 0, signal: null, said: 'stopped\n' });
});

test('stops a part that comes up after the signal', async () => {
  const outcome = await run(`
    const asked = new Promise((resolve) => process.once('SIGTERM', resolve));
    console.log('now');
    await asked;
    ${SERVE}
    console.log('serves');
  `);
  expect(outcome).toEqual({ code: 0, signal: null, said: 'now\nstopped\n' });
});

test('gives up a part that does not stop in time, stops the others and exits', async () => {
  const outcome = await run(`
    ${SERVE}
    await isUp({ name: 'the queue', stop: () => forever, stopMs: 100 });
    console.log('now');
  `);
  expect(outcome).toEqual({
    code: 1,
    signal: null,
    said: 'now\nStopping the queue failed: It did not end within 0.1 s.\nstopped\n',
  });
});

test('exits although the start never ends', async () => {
  const outcome = await run(`
    ${SERVE}
    console.log('now');
    await forever;
  `);
  expect(outcome).toEqual({ code: 1, signal: null, said: 'now\nstopped\n' });
});

test('stops what has come up when a later part fails to start', async () => {
  const outcome = await run(`
    ${SERVE}
    throw new Error('The port is taken.');
  `);
  expect(outcome).toEqual({ code: 1, signal: null, said: 'The port is taken.\nstopped\n' });
});
