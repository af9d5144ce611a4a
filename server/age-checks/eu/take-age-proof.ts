import { sql } from 'kysely';
import { itemOf } from '#contract/lists/item-of.ts';
import { locales } from '#contract/lists/locales.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { originOf } from '../../site-settings/index.ts';
import { endOpenCheck } from '../end-open-check.ts';
import { ageProviderKinds } from '../providers/registry.ts';
import { storeAgeResult } from '../store-age-result.ts';
import { PROOF_ID, proofRequest } from './proof-request.ts';
import type { ProofVerdict } from './verify-proof.ts';

interface WalletResponse {
  state: string;
  vp_token?: string;
  error?: string;
}

interface OpenProof {
  id: number;
  member_id: number;
  now: Date;
}

/**
 * POST /api/age-proof.php: a wallet's response decides the open check of its `state`, whatever the result, so that a request
 * counts once. Leads the app on the same device back to the page. Throws `not_found` if no check with this state is open any
 * more, and `bad_request` for a response without a proof or an error, which changes nothing.
 */
export async function takeAgeProof(
  app: Pick<App, 'config' | 'db' | 'events' | 'jobs' | 'mailer' | 'parts'>,
  response: WalletResponse,
  host: string | undefined,
): Promise<{ redirect_uri?: string }> {
  const { euAge } = app.config;
  const [reference = '', language = ''] = response.state.split('.');
  const open = await openProof(app, reference);
  if (!euAge || !open) throw refuse('not_found');
  const origin = await originOf(app, host);
  const { id: check, member_id: member, now } = open;
  const request = proofRequest(app.config, reference, origin);
  // Loaded with the first proof: a site without them does without the library.
  const { verifyProof } = await import('./verify-proof.ts');
  const result = await resultIn(response, (proof) =>
    verifyProof(proof, { request, issuers: euAge.issuers, now }),
  );
  if (result.state === 'withdrawn') {
    await inTransaction(app.db, (tx) => endOpenCheck(tx, member, check));
    app.events.emit(member, 'changed', { what: 'user' });
  } else {
    const { validDays } = ageProviderKinds.eu(app);
    await inTransaction(app.db, (tx) =>
      storeAgeResult(app, tx, { member, check, result, validDays, operator: null }),
    );
  }
  const locale = itemOf(locales, language);
  return locale ? { redirect_uri: `${origin}/${locale}/age-check` } : {};
}

async function openProof({ db }: Pick<App, 'db'>, reference: string): Promise<OpenProof | undefined> {
  const { rows } = await sql<OpenProof>`
    select id, member_id, app_now() as now from age_checks
    where provider = 'eu' and reference = ${reference} and state = 'open' and due_at > app_now()`.execute(db);
  return rows[0];
}

async function resultIn(
  response: WalletResponse,
  verify: (proof: string) => Promise<ProofVerdict>,
): Promise<ProofVerdict | { state: 'withdrawn' }> {
  const proof = presentedIn(response);
  if (proof !== null) return verify(proof);
  if (!response.error) throw refuse('bad_request');
  // The member said no in the app; with any other error the app cannot answer.
  return response.error === 'access_denied' ? { state: 'withdrawn' } : { state: 'failed', reason: 'unclear' };
}

/** The only presentation in a response to a query for one credential; null if there is none. */
function presentedIn({ vp_token: token }: WalletResponse): string | null {
  try {
    const presentations = (JSON.parse(token ?? '') as Record<string, unknown> | null)?.[PROOF_ID];
    const [only, another]: unknown[] = Array.isArray(presentations) ? presentations : [];
    return typeof only === 'string' && another === undefined ? only : null;
  } catch {
    return null;
  }
}
