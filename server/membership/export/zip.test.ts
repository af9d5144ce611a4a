import { expect, test } from 'vitest';
import { zip, type ZipEntry } from './zip.ts';

test('reads an archive only as fast as the receiver takes it', async () => {
  let read = 0;
  async function* many(): AsyncGenerator<ZipEntry> {
    for (; read < 200; read++)
      yield { name: `photos/${read}.webp`, content: Buffer.alloc(64 * 1024, read), stored: true };
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

test('fails the download if an entry cannot be read, instead of shortening the archive', async () => {
  async function* broken(): AsyncGenerator<ZipEntry> {
    yield { name: 'account.json', content: Buffer.from('[]') };
    throw new Error('storage unavailable');
  }
  await expect(zip(broken()).toArray()).rejects.toThrow('storage unavailable');
});
