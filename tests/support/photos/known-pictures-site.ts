import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { must } from '#contract/must.ts';
import { hashPicture } from '#server/photos/known/hash-picture.ts';
import { type Client, testApp } from '../app.ts';
import { overrideSettings } from '../assembled-site.ts';
import { browserOf, plant } from '../members.ts';
import { startMatcher } from '../services/fake-matcher.ts';

let number = 0;

/** A drawing that resembles no other one. */
export function drawing(): Buffer {
  const seed = ++number * 37;
  const place = (step: number, most: number) => (seed * step) % most;
  const shapes = Array.from({ length: 40 }, (_, n) => {
    const size = 40 + place(17 + n, 130);
    return `<circle cx="${place(91 + n * 131, 900)}" cy="${place(53 + n * 297, 1200)}" r="${size}" fill="${n % 2 ? '#fff' : '#113'}" stroke="${n % 2 ? '#113' : '#fd8'}" stroke-width="24"/>`;
  });
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1200"><rect width="900" height="1200" fill="#688"/>${shapes.join('')}</svg>`,
  );
}
export const jpeg = (svg: Buffer, quality = 90) => sharp(svg).jpeg({ quality }).toBuffer();
export const hashOf = async (svg: Buffer) => (await hashPicture(await sharp(svg).webp().toBuffer())).hash;

/** A site that asks a fake matcher about pictures and loads lists. Call it at the top of a file. */
export async function knownPicturesSite() {
  const matcher = await startMatcher();
  const folder = mkdtempSync(join(tmpdir(), 'known-pictures-'));
  const lines: string[] = [];
  const site = testApp(
    { HMA_URL: matcher.url, HMA_TOKEN: 'a token', HMA_TIMEOUT_MS: '3000', KNOWN_PICTURES: folder },
    { logTo: { write: (line) => void lines.push(line) } },
  );
  let moderator: Client;

  beforeAll(async () => {
    moderator = await newModerator();
    await overrideSettings(site.app, { automatic_photo_approval: true });
  });
  beforeEach(() => {
    matcher.answerWith({});
    matcher.asked.length = 0;
  });
  afterAll(() => matcher.close());

  async function newModerator(): Promise<Client> {
    const id = await plant(site);
    await sql`update members set roles = '{moderator}' where id = ${id}`.execute(site.db);
    return browserOf(site, id);
  }

  const held = async (member: Client) =>
    (await moderator.must('adminHeldAccounts')).accounts.find(({ id }) => id === member.memberId);

  return {
    matcher,
    lines,
    site,
    newModerator,
    held,
    get moderator() {
      return moderator;
    },
    /** Logs the moderator in again after a shift of the clock ended the session. */
    async logInAgain(): Promise<void> {
      moderator = await browserOf(site, moderator.memberId);
    },
    async loadLists(files: Record<string, string>): Promise<void> {
      for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
      await site.app.jobs.add(site.db, 'load-lists-of-known-pictures');
      await site.runJobs();
    },
    countOf: async (table: 'photos' | 'chat_images', { memberId }: Client) =>
      (await sql`select from ${sql.table(table)} where member_id = ${memberId}`.execute(site.db)).rows.length,
    member: () => site.as(`member${++number}`, { credits: 10 }),
    async expectBlocked(who: Client, place: string, list: string): Promise<string> {
      const [first] = (await moderator.must('adminHeldAccounts')).accounts;
      expect(first, 'comes first in the queue').toMatchObject({ reasons: [{ reason: 'listed_picture' }] });
      const account = must(await held(who), 'held account');
      expect(account).toMatchObject({
        reasons: [{ reason: 'listed_picture' }],
        matches: [
          { place, list, distance: expect.any(Number), pdq: expect.stringMatching(/^[0-9a-f]{64}$/) },
        ],
      });
      expect((await who.must('user')).held).toBe(true);
      return must(account.pictures[0], 'sealed picture');
    },
  };
}
