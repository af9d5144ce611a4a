import { expect, test } from 'vitest';
import { zip, type ZipEntry } from './zip.ts';

test('an archive is read as fast as it is sent: a receiver that stops taking stops the reading', async () => {
  let read = 0;
  async function* many(): AsyncGenerator<ZipEntry> {
    for (; read < 200; read++) yield { name: `photos/${read}.webp`, content: Buffer.alloc(64 * 1024, read), stored: true };
  }
  const archive = zip(many());
  const pieces = archive[Symbol.asyncIterator]();
  await pieces.next();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(read).toBeLessThan(50);

  let size = 0;
  for await (const piece of { [Symbol.asyncIterator]: () => pieces }) size += (piece as Buffer).length;
  expect(read).toBe(200);
  expect(size).toBeGreaterThan(199 * 64 * 1024);
});

test('an entry that cannot be read ends the download with an error, not with a shorter archive', async () => {
  async function* broken(): AsyncGenerator<ZipEntry> {
    yield { name: 'account.json', content: Buffer.from('[]') };
    throw new Error('the storage is away');
  }
  await expect(zip(broken()).toArray()).rejects.toThrow('the storage is away');
});
