import { randomInt } from 'node:crypto';
import { createChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import type { App } from '../../platform/app.ts';
import { one } from '../../platform/database/index.ts';
import { siteOf } from '../../site-settings/index.ts';
import { PROOF_MINUTES, proofKeys, ROUNDS, SIGN_UP } from './proof-rules.ts';

/**
 * POST /api/signup-challenge.php: a signed task for the browser. The number of attempts is even between one and the setting, so
 * that no browser has bad luck for long.
 */
export async function makeChallenge(
  app: Pick<App, 'config' | 'db' | 'parts'>,
  host: string,
): Promise<CallReply<'signupChallenge'>> {
  const { settings, host: site } = await siteOf(app, host);
  const tries = settings.sign_up_proof_tries;
  const { expires } = await one(
    sql<{
      expires: number;
    }>`select floor(extract(epoch from app_now()))::bigint + ${PROOF_MINUTES * 60} as expires`.execute(
      app.db,
    ),
  );
  const { parameters, signature = '' } = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: ROUNDS,
    counter: randomInt(1, tries + 1),
    deriveKey,
    expiresAt: Number(expires),
    data: { purpose: SIGN_UP, site, tries },
    ...proofKeys(app.config),
  });
  const { keySignature = '', expiresAt = 0 } = parameters;
  return {
    parameters: { ...parameters, keySignature, expiresAt, data: { purpose: SIGN_UP, site, tries } },
    signature,
  };
}
