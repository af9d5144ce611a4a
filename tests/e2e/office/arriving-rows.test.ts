import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { roles } from '#contract/lists/roles.ts';
import { recordShifts } from '#support/browser/layout-shifts.ts';
import { memberPages } from '#support/browser/member-pages.ts';
import { operatorPage } from '#support/browser/operator-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
const people = await memberPages(site, browser);

/** Long enough for the browser to paint the first rows before the others arrive. */
const PAUSE_MS = 500;

/** A connection that pauses within each page after its third row. */
const slow = createServer((request, response) => {
  void (async () => {
    const headers = Object.entries(request.headers).flatMap(([name, value]) =>
      typeof value === 'string' && !['host', 'connection', 'accept-encoding'].includes(name)
        ? [[name, value] as [string, string]]
        : [],
    );
    const answer = await fetch(site.url + request.url, { headers, redirect: 'manual' });
    const type = answer.headers.get('content-type') ?? '';
    response.writeHead(answer.status, { 'content-type': type });
    const content = Buffer.from(await answer.arrayBuffer());
    const text = type.startsWith('text/html') ? content.toString() : '';
    const rows = text.split('</tr>');
    if (rows.length > 5) {
      response.write(`${rows.slice(0, 4).join('</tr>')}</tr>`);
      await wait(PAUSE_MS);
      response.end(rows.slice(4).join('</tr>'));
    } else response.end(content);
  })().catch((error: Error) => response.destroy(error));
});
await new Promise<void>((resolve) => slow.listen(0, 'localhost', resolve));
afterAll(() => slow.close());

test('keeps the columns of the operators in place while their rows arrive', async () => {
  for (const [n, role] of [...roles, ...roles].entries()) {
    const name = n > 4 ? `Wilhelmina Alexandra ${n}` : `Bo${n}`;
    const id = await people.plant({ name: name.replaceAll(' ', '-') });
    await database.query('update members set roles = array[$2] where id = $1', [id, role]);
    await database.query('update profiles set name = $2 where id = $1', [id, name]);
  }
  const { rows } = await database.query(
    `select id from members where 'owner' = any(roles) order by id limit 1`,
  );
  const page = await operatorPage(browser, site, database, { id: Number(rows[0].id), path: '/en/admin' });
  await recordShifts(page.context());
  const { port } = slow.address() as AddressInfo;
  await page.goto(`http://localhost:${port}/en/admin/operators`);
  await page.getByText('Wilhelmina Alexandra 13').waitFor();
  await wait(PAUSE_MS);
  const shifts = await page.evaluate(() => window.layoutShifts);
  expect(shifts?.parts.join('\n')).toBe('');
});
