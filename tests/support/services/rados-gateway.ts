import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { connectS3 } from '#server/platform/storage.ts';
import { endProcess } from '../processes/end-process.ts';
import { freePort } from '../running-site.ts';

const START_MS = 60_000;

/** Programs of Ceph that this machine lacks. Tests with a real S3 server are skipped without them. */
export const missingCeph = ['ceph-mon', 'ceph-osd', 'ceph', 'radosgw', 'radosgw-admin', 'monmaptool'].filter(
  (program) => spawnSync(program, ['--version']).status !== 0,
);

export interface RadosGateway {
  /** Value for S3_URL and BACKUP_TO, including the bucket. */
  url: string;
  /** Limits the number of objects of a bucket, as hosting providers do. */
  limitObjects(objects: number): void;
  kill(): Promise<void>;
  close(): Promise<void>;
}

/** Ceph's S3 server on a cluster of one monitor and one store in memory, with a bucket. Starts in 13 s. */
export async function startRadosGateway(bucket: string): Promise<RadosGateway> {
  const folder = mkdtempSync(join(tmpdir(), 'liaison-ceph-'));
  const [monitorPort, port] = [await freePort(), await freePort()];
  const cluster = randomUUID();
  writeFileSync(join(folder, 'ceph.conf'), settings(folder, cluster, monitorPort));
  for (const name of ['monitor', 'store', 'gateway']) mkdirSync(join(folder, name));
  const env = { PATH: process.env['PATH'], CEPH_CONF: join(folder, 'ceph.conf') };
  const must = (program: string, args: string[]) => {
    const { status, stderr } = spawnSync(program, args, { env, timeout: START_MS });
    if (status !== 0) throw new Error(`${program} ${args[0]} failed: ${String(stderr)}`);
  };
  const serve = (program: string, args: string[]) =>
    spawn(program, [...args, '-f'], { env, stdio: 'ignore' });

  const map = join(folder, 'map');
  must('monmaptool', ['--create', '--fsid', cluster, '--addv', 'a', `[v1:127.0.0.1:${monitorPort}]`, map]);
  must('ceph-mon', ['--mkfs', '-i', 'a', '--monmap', map]);
  const processes = [serve('ceph-mon', ['-i', 'a'])];
  const store = randomUUID();
  must('ceph', ['osd', 'new', store]);
  must('ceph-osd', ['-i', '0', '--mkfs', '--osd-uuid', store]);
  must('ceph', ['osd', 'crush', 'add', 'osd.0', '1', 'root=default', 'host=here']);
  processes.push(serve('ceph-osd', ['-i', '0']));
  must('radosgw-admin', [
    'user',
    'create',
    '--uid=liaison',
    '--display-name=Liaison',
    '--access-key=me',
    '--secret-key=secret',
  ]);
  const gateway = serve('radosgw', [
    '-n',
    'client.gateway',
    `--rgw-frontends=beast endpoint=127.0.0.1:${port}`,
  ]);
  processes.push(gateway);
  const url = `s3://me:secret@127.0.0.1:${port}/${bucket}?region=us-east-1&tls=no`;
  await createBucket(url);

  return {
    url,
    limitObjects(objects) {
      must('radosgw-admin', [
        'quota',
        'set',
        '--quota-scope=bucket',
        '--uid=liaison',
        `--max-objects=${objects}`,
      ]);
      must('radosgw-admin', ['quota', 'enable', '--quota-scope=bucket', '--uid=liaison']);
    },
    kill: () => endProcess(gateway, 'SIGKILL'),
    async close() {
      await Promise.all(processes.map((child) => endProcess(child, 'SIGKILL')));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function createBucket(url: string): Promise<void> {
  const { client, bucket } = await connectS3(url);
  for (const giveUpAt = Date.now() + START_MS; ; await wait(100)) {
    try {
      await client.send(new CreateBucketCommand({ Bucket: bucket }));
      return client.destroy();
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
    }
  }
}

const settings = (folder: string, cluster: string, monitorPort: number) => `[global]
fsid = ${cluster}
mon host = v1:127.0.0.1:${monitorPort}
ms bind msgr2 = false
public addr = 127.0.0.1
auth cluster required = none
auth service required = none
auth client required = none
keyring = /dev/null
mon data = ${folder}/monitor
mon allow pool size one = true
mon data avail crit = 1
mon max pg per osd = 1000
osd data = ${folder}/store
osd objectstore = memstore
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pgp num = 4
osd crush chooseleaf type = 0
osd crush update on start = false
osd class update on start = false
osd class load list = *
osd class default list = *
rgw data = ${folder}/gateway
rgw bucket quota ttl = 0
run dir = ${folder}
admin socket = ${folder}/$name.$pid.socket
pid file = ${folder}/$name.pid
log file = ${folder}/$name.log
`;
