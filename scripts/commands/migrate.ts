import { openAppRole } from '#server/platform/database/app-role.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { withSite } from './with-site.ts';

// `npm run migrate`: migrates the tables, as `npm start` also does. The site may keep running, in this release or the
// previous one.

await withSite({ attach: true }, async (_site, { database, secret }, url) => {
  const { url: given, ownerUrl, pooler } = database;
  const owner = ownerUrl ?? url;
  const app =
    given && ownerUrl
      ? new URL(given).username
      : (await openAppRole({ ownerUrl: owner, secret, pooler })).name;
  const { migrations, functions } = await migrate({ url: owner, pooler }, app);
  if (migrations.length === 0 && !functions) return console.log('The tables are up to date.');
  console.log(
    [...migrations, ...(functions ? ['the functions'] : [])].map((name) => `Applied ${name}.`).join('\n'),
  );
});
