import { startEmbedded } from '#server/platform/database/embedded.ts';

// Holds the embedded PostgreSQL of a folder until it is told to stop, and says where it is: a Liaison that tests can kill.

const database = await startEmbedded({ dataDir: process.argv[2]! });
process.once('SIGTERM', () => void database.stop().then(() => process.exit(0)));
process.stdout.write(`${database.url}\n`);
