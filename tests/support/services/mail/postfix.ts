import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { endProcess } from '../../processes/end-process.ts';
import { freePort } from '../../running-site.ts';

const POSTFIX = '/usr/sbin/postfix';
const OPENDKIM = '/usr/sbin/opendkim';
const START_MS = 20_000;

/** What this machine lacks for a mail server. Postfix only starts as root. */
export const missingMailServer = [
  ...[POSTFIX, OPENDKIM].filter((program) => !existsSync(program)),
  ...(process.getuid?.() === 0 ? [] : ['root']),
];

export interface MailServer {
  /** Value for SMTP_URL. */
  url: string;
  /** All mails in the server's mailbox, as stored. */
  mails(): string[];
  close(): Promise<void>;
}

interface Options {
  /** The domain whose mail ends in the mailbox. */
  domain: string;
  /** Addresses and domains whose mail goes on to a port of this machine. */
  routes: Record<string, number>;
  /** Record of a DKIM key, as in DNS: `selector._domainkey.domain` and its text. */
  dkim: { name: string; record: string };
}

/** Postfix with OpenDKIM, which verifies signatures and notes the result in each mail. */
export async function startMailServer({ domain, routes, dkim }: Options): Promise<MailServer> {
  const folder = mkdtempSync(join(tmpdir(), 'liaison-mail-'));
  chmodSync(folder, 0o755);
  const [port, milterPort] = [await freePort(), await freePort()];
  const [uid, gid] = [idOf('-u'), idOf('-g')];
  for (const name of ['settings', 'queue', 'data', 'boxes']) mkdirSync(join(folder, name), { mode: 0o755 });
  for (const name of ['data', 'boxes']) chownSync(join(folder, name), uid, gid);

  const keys = join(folder, 'keys');
  writeFileSync(keys, `${dkim.name} ${dkim.record}\n`);
  const milterSettings = join(folder, 'opendkim.conf');
  writeFileSync(
    milterSettings,
    `Mode v\nSocket inet:${milterPort}@127.0.0.1\nTestPublicKeys ${keys}\nAlwaysAddARHeader yes\nAuthservID mail.${domain}\nInternalHosts 192.0.2.1\n`,
  );
  const verifier = spawn(OPENDKIM, ['-f', '-x', milterSettings], { stdio: 'ignore' });
  const settings = join(folder, 'settings');
  writeFileSync(join(settings, 'main.cf'), mainSettings({ folder, domain, routes, milterPort, uid, gid }));
  writeFileSync(join(settings, 'master.cf'), masterSettings(port));
  const postfix = spawn(POSTFIX, ['-c', settings, 'start-fg'], { stdio: 'ignore' });
  await Promise.all([port, milterPort].map(untilListening));

  const boxes = join(folder, 'boxes');
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails: () =>
      readdirSync(join(boxes), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.parentPath.endsWith('/new'))
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')),
    async close() {
      spawnSync(POSTFIX, ['-c', settings, 'stop']);
      await Promise.all([endProcess(postfix, 'SIGTERM'), endProcess(verifier, 'SIGTERM')]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const idOf = (option: '-u' | '-g') =>
  Number(spawnSync('id', [option, 'postfix'], { encoding: 'utf8' }).stdout);

async function untilListening(port: number): Promise<void> {
  for (const giveUpAt = Date.now() + START_MS; ; await wait(100)) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isOpen) return;
    if (Date.now() > giveUpAt) throw new Error(`Nothing listens on port ${port}.`);
  }
}

function mainSettings({
  folder,
  domain,
  routes,
  milterPort,
  uid,
  gid,
}: Pick<Options, 'domain' | 'routes'> & {
  folder: string;
  milterPort: number;
  uid: number;
  gid: number;
}): string {
  const transports = Object.entries(routes).map(([to, port]) => `{ ${to} = smtp:[127.0.0.1]:${port} }`);
  return `compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
maillog_file_prefixes = ${folder}
maillog_file = ${folder}/log
myhostname = mail.${domain}
mydestination =
inet_interfaces = 127.0.0.1
mynetworks = 127.0.0.0/8
smtpd_relay_restrictions = permit_mynetworks, reject
smtp_dns_support_level = disabled
smtpd_peername_lookup = no
alias_maps =
virtual_mailbox_domains = ${domain}
virtual_mailbox_base = ${folder}/boxes
virtual_mailbox_maps = static:all/
virtual_minimum_uid = 1
virtual_uid_maps = static:${uid}
virtual_gid_maps = static:${gid}
transport_maps = inline:{ ${transports.join(', ')} }
smtpd_milters = inet:127.0.0.1:${milterPort}
milter_default_action = tempfail
`;
}

const masterSettings = (port: number) => `127.0.0.1:${port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
`;
