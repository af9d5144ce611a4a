import { createInterface } from 'node:readline';
import { claimFolder, type Claim } from '#server/platform/database/claim.ts';

// Tests start several copies of this program to race for a folder. An input line `claim <ms>` claims the
// folder at that time; any other line releases it.

let claim: Claim | null = null;
for await (const line of createInterface({ input: process.stdin })) {
  const [word, at] = line.split(' ');
  if (word === 'claim') {
    while (Date.now() < Number(at));
    claim = claimFolder(process.argv[2] ?? '');
    process.stdout.write(claim.holder === null ? 'held\n' : 'refused\n');
  } else {
    claim?.release();
    process.stdout.write('released\n');
  }
}
