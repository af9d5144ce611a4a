import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { generate } from 'otplib';
import { demoOperatorSecret } from '#seeds/people.ts';
import { isDemoOwner, ownerLink } from '#server/office/index.ts';
import { ConfigError } from '#server/platform/environment.ts';
import { withSite } from './with-site.ts';

// `npm run operator`: prints a link that logs in the site's owner once, within the hour. The site may keep
// running. With `--forget-second-step` an owner who lost the second factor sets up a new one; the command
// names the database and asks first, unless `--yes` is given. `--email
// ADDRESS` sets the recipient of mail copies. On a site with demo members it also prints the current code.

await withSite({ attach: true }, async ({ app }, _config, url) => {
  const {
    email,
    'forget-second-step': forgetFactors = false,
    yes = false,
  } = parseArgs({
    options: {
      email: { type: 'string' },
      'forget-second-step': { type: 'boolean' },
      yes: { type: 'boolean' },
    },
  }).values;
  if (forgetFactors && !yes && !(await confirmed(whereOf(url))))
    throw new ConfigError('Nothing was changed. To confirm without a terminal, add --yes.');
  console.log(await ownerLink(app, { forgetFactors, ...(email && { email }) }));
  if (!forgetFactors && (await isDemoOwner(app.db)))
    console.log(`Code, valid for half a minute: ${await generate({ secret: demoOperatorSecret })}`);
});

function whereOf(url: string): string {
  const { host, pathname, searchParams } = new URL(url);
  return `${host || (searchParams.get('host') ?? 'this machine')}${pathname}`;
}

/** Asks in the terminal. Without one, the answer is no. */
async function confirmed(database: string): Promise<boolean> {
  console.log(`This removes the second factors of the owner in the database ${database}.`);
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await terminal.question('Type yes to go on: ')).trim() === 'yes';
  } finally {
    terminal.close();
  }
}
