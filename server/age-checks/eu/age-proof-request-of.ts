import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import type { App } from '../../platform/app.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { originOf } from '../../site-settings/index.ts';
import { proofRequest, walletLink } from './proof-request.ts';

/**
 * GET /api/age-proof.php: the request of the open check. `language` is that of the page to which the app on the same device
 * leads back. Throws `not_found` without an open check that has a request.
 */
export async function ageProofRequestOf(
  app: Pick<App, 'config' | 'db' | 'parts'>,
  member: number,
  { language, host }: { language: string; host: string | undefined },
): Promise<CallReply<'ageProofRequest'>> {
  const { euAge } = app.config;
  const { rows } = await sql<{ reference: string }>`
    select reference from age_checks
    where member_id = ${member} and state = 'open' and provider = 'eu' and reference is not null and due_at > app_now()`.execute(
    app.db,
  );
  const reference = rows[0]?.reference;
  if (!euAge || !reference) throw refuse('not_found');
  const { toString: drawQr } = await import('qrcode');
  const request = proofRequest(app.config, reference, await originOf(app, host));
  return {
    link: walletLink(euAge.scheme, request, `${reference}.${language}`),
    qr: await drawQr(walletLink(euAge.scheme, request, reference), {
      type: 'svg',
      margin: 2,
      errorCorrectionLevel: 'L',
    }),
  };
}
