import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect } from 'node:tls';

const TIMEOUT_MS = 5000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/**
 * Certificates of public authorities are renewed automatically a month ahead, so with fewer days left the renewal does not
 * work. Those that live for days or hours are renewed when a third of that is left.
 */
const LEAST_DAYS = 14;
const LEAST_SHARE = 1 / 5;

export async function lookAtCertificate(publicUrl: string): Promise<string> {
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol !== 'https:') return 'not needed: PUBLIC_URL is plain http';
  const socket = connect({
    host: hostname,
    port: Number(port) || 443,
    ...(isIP(hostname) ? {} : { servername: hostname }),
    rejectUnauthorized: false,
    timeout: TIMEOUT_MS,
  });
  socket.once('timeout', () => socket.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })));
  try {
    await once(socket, 'secureConnect');
    const { valid_from: from, valid_to: until } = socket.getPeerCertificate();
    return judgeCertificate({
      from: new Date(from),
      until: new Date(until),
      refusal: socket.authorized ? null : String(socket.authorizationError),
    });
  } catch (error) {
    if (error instanceof CertificateFault) throw error;
    throw new Error(`${publicUrl} cannot be reached over TLS: check the reverse proxy and the DNS`, {
      cause: error,
    });
  } finally {
    socket.destroy();
  }
}

class CertificateFault extends Error {
  override name = 'CertificateFault';
}

/** The finding about a certificate. Throws if browsers reject it, or soon will. */
export function judgeCertificate(
  { from, until, refusal }: { from: Date; until: Date; refusal: string | null },
  now = new Date(),
): string {
  const left = until.getTime() - now.getTime();
  const least = Math.min(LEAST_DAYS * DAY_MS, (until.getTime() - from.getTime()) * LEAST_SHARE);
  const time =
    left < 2 * DAY_MS ? `${Math.floor(left / HOUR_MS)} hours` : `${Math.floor(left / DAY_MS)} days`;
  if (left < 0)
    throw new CertificateFault(
      `ran out on ${until.toISOString().slice(0, 10)}: renew it now, no browser opens the site.`,
    );
  if (refusal)
    throw new CertificateFault(
      `browsers refuse it (${refusal}): give the proxy a certificate for this name with its whole chain.`,
    );
  if (left < least) throw new CertificateFault(`runs out in ${time}: see why it did not renew itself.`);
  return `good for ${time}`;
}
