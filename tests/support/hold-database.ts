import { startEmbedded } from '#server/platform/database/embedded.ts';

// Runs the embedded PostgreSQL of a folder until SIGTERM, and prints its URL. It stands in for a Liaison
// process that tests can kill. With `attach` it uses a running one.

const database = await startEmbedded({ dataDir: process.argv[2]!, attach: process.argv[3] === 'attach' });
process.once('SIGTERM', () => void database.stop().then(() => process.exit(0)));
process.stdout.write(`${database.url}\n`);
