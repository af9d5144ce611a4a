import { createHmac } from 'node:crypto';
import { calls } from '#contract/calls.ts';
import type { Config } from '../../platform/config.ts';
import { deriveKey } from '../../platform/secrets.ts';

/** Both the document type and the namespace of an EU proof of age. */
export const PROOF_TYPE = 'eu.europa.ec.av.1';
export const PROOF_CLAIM = 'age_over_18';
/** The name of the credential in the query, and in the response. */
export const PROOF_ID = 'proof_of_age';

const query = {
  credentials: [
    {
      id: PROOF_ID,
      format: 'mso_mdoc',
      meta: { doctype_value: PROOF_TYPE },
      claims: [{ path: [PROOF_TYPE, PROOF_CLAIM] }],
    },
  ],
};
const metadata = { vp_formats_supported: { mso_mdoc: {} } };

/** The parts of a request that the wallet's signature covers. */
export interface ProofRequest {
  clientId: string;
  responseUri: string;
  nonce: string;
}

/** The request of a check. Its nonce derives from the check's reference, so each check has one of its own. */
export function proofRequest(
  { secret }: Pick<Config, 'secret'>,
  reference: string,
  origin: string,
): ProofRequest {
  const responseUri = `${origin}${calls.ageProof.path}`;
  return {
    clientId: `redirect_uri:${responseUri}`,
    responseUri,
    nonce: createHmac('sha256', deriveKey(secret, 'nonces of age proofs'))
      .update(reference)
      .digest('base64url'),
  };
}

/** The link that asks a wallet app, by the profile of the EU's age verification (annex A of its specification). */
export function walletLink(
  scheme: string,
  { clientId, responseUri, nonce }: ProofRequest,
  state: string,
): string {
  const parameters = new URLSearchParams({
    client_id: clientId,
    response_type: 'vp_token',
    response_mode: 'direct_post',
    response_uri: responseUri,
    nonce,
    state,
    dcql_query: JSON.stringify(query),
    client_metadata: JSON.stringify(metadata),
  });
  return `${scheme}://?${parameters}`;
}
