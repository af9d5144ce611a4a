import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeS3 {
  /** Value for S3_URL and BACKUP_TO, including the bucket. */
  url: string;
  objects: Map<string, Buffer>;
  close(): void;
}

/** Starts a fake S3 with a bucket. It rejects unsigned requests. */
export async function startFakeS3(bucket: string): Promise<FakeS3> {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Buffer[]>();
  const keyOf = (path: string) => decodeURIComponent(path.slice(`/${bucket}/`.length));
  const server = createServer(async (request, reply) => {
    const url = new URL(request.url!, 'http://s3');
    const body = Buffer.concat(await Array.fromAsync(request));
    if (!request.headers.authorization?.includes('AWS4-HMAC-SHA256 Credential=me/'))
      return reply.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
    reply.setHeader('content-type', 'application/xml');
    const key = keyOf(url.pathname);
    const upload = url.searchParams.get('uploadId');
    if (request.method === 'POST' && url.searchParams.has('uploads')) {
      const id = `upload-${uploads.size}`;
      uploads.set(id, []);
      return reply.end(
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    if (request.method === 'PUT' && upload) {
      uploads.get(upload)![Number(url.searchParams.get('partNumber'))] = body;
      return reply.setHeader('etag', '"part"').end();
    }
    if (request.method === 'POST' && upload) {
      objects.set(key, Buffer.concat(uploads.get(upload)!.filter(Boolean)));
      return reply.end('<CompleteMultipartUploadResult><ETag>"1"</ETag></CompleteMultipartUploadResult>');
    }
    if (request.method === 'PUT') {
      objects.set(key, body);
      return reply.setHeader('etag', '"1"').end();
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return reply.writeHead(204).end();
    }
    if (request.method === 'GET' && url.searchParams.has('list-type')) {
      const prefix = url.searchParams.get('prefix') ?? '';
      const keys = [...objects.keys()].filter((known) => known.startsWith(prefix));
      return reply.end(
        `<ListBucketResult><Name>${bucket}</Name><KeyCount>${keys.length}</KeyCount><IsTruncated>false</IsTruncated>${keys.map((known) => `<Contents><Key>${known}</Key><Size>1</Size></Contents>`).join('')}</ListBucketResult>`,
      );
    }
    if (request.method === 'POST' && url.searchParams.has('delete')) {
      for (const [, known] of body.toString().matchAll(/<Key>(.*?)<\/Key>/g)) objects.delete(known!);
      return reply.end('<DeleteResult></DeleteResult>');
    }
    const found = objects.get(key);
    if (!found) return reply.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
    reply
      .setHeader('content-length', found.length)
      .setHeader('last-modified', new Date(0).toUTCString())
      .setHeader('etag', '"1"');
    return reply.end(request.method === 'HEAD' ? undefined : found);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `s3://me:secret@127.0.0.1:${port}/${bucket}?region=eu-west-1&tls=no`,
    objects,
    close: () => server.close(),
  };
}
