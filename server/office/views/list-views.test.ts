import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { testApp } from '#support/app.ts';
import { operatorWith } from '#support/office/office-work.ts';

const site = testApp();
const query = { list: 'members' } as const;

test('keeps the views of each operator apart, changes one on a repeat, and deletes only one’s own', async () => {
  const [one, other] = [await operatorWith(site, 'support'), await operatorWith(site, 'moderator')];
  const view = { id: randomUUID(), name: 'New in Belgium', query: 'country=BE' };
  for (let n = 0; n < 2; n++) await one.must('saveListView', { body: { ...view, list: 'members' } });
  expect(await one.must('listViews', { query })).toEqual({ views: [view] });
  await one.must('saveListView', { body: { ...view, list: 'members', name: ' Belgium ' } });
  expect(await one.must('listViews', { query })).toEqual({ views: [{ ...view, name: 'Belgium' }] });
  expect(await one.must('listViews', { query: { list: 'payments' } })).toEqual({ views: [] });

  expect(await other.must('listViews', { query })).toEqual({ views: [] });
  await other.must('saveListView', { body: { ...view, list: 'members', name: 'Mine' } });
  await other.must('deleteListView', { body: { id: view.id } });
  expect(await other.must('listViews', { query })).toEqual({ views: [] });
  expect((await one.must('listViews', { query })).views).toEqual([{ ...view, name: 'Belgium' }]);

  await one.must('deleteListView', { body: { id: view.id } });
  await one.must('deleteListView', { body: { id: view.id } });
  expect(await one.must('listViews', { query })).toEqual({ views: [] });
});

test('rejects a name of spaces, and more than a hundred views', async () => {
  const operator = await operatorWith(site, 'finance');
  const save = (name: string) =>
    operator.call('saveListView', { body: { id: randomUUID(), list: 'members', name, query: '' } });
  expect((await save('  ')).body.fields).toEqual({ name: 'required' });
  for (let n = 0; n < 100; n++) expect((await save(`View ${n}`)).status).toBe(200);
  expect((await save('One more')).status).toBe(409);
});
