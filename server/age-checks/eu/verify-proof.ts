import type { X509Certificate } from 'node:crypto';
import { DeviceResponse, type Document, SessionTranscript, type VerificationAssessment } from '@owf/mdoc';
import type { AgeResult } from '../providers/provider.ts';
import { mdocCrypto } from './mdoc-crypto.ts';
import { PROOF_CLAIM, PROOF_TYPE, type ProofRequest } from './proof-request.ts';
import { isTrustedIssuer } from './trusted-issuer.ts';

export type ProofVerdict = Extract<AgeResult, { state: 'passed' | 'failed' }>;

interface Circumstances {
  /** The request that the proof must answer. */
  request: ProofRequest;
  issuers: readonly X509Certificate[];
  now: Date;
}

const invalid: ProofVerdict = { state: 'failed', reason: 'proof_invalid' };

/**
 * Verifies a presented proof (an ISO 18013-5 `DeviceResponse` in base64url): that the wallet signed it for this request,
 * that a trusted issuer signed what it says and for this wallet, that it is valid now, and that it says "over 18".
 */
export async function verifyProof(presented: string, circumstances: Circumstances): Promise<ProofVerdict> {
  try {
    const response = DeviceResponse.fromEncodedForOid4Vp(presented);
    const [document, another] = response.documents ?? [];
    if (!document || another || !isProofForm(document)) return invalid;
    return await verdictOn(response, document, circumstances);
  } catch {
    // The library throws on anything that it cannot read.
    return invalid;
  }
}

/**
 * Rules that the library does not check: the type inside the issuer's signature is that of the document, and the wallet's
 * signature has no content of its own, which would be verified in place of the request.
 */
function isProofForm({ docType, issuerSigned, deviceSigned }: Document): boolean {
  return (
    docType === PROOF_TYPE &&
    issuerSigned.issuerAuth.mobileSecurityObject.docType === PROOF_TYPE &&
    deviceSigned.deviceAuth.deviceSignature?.payload === null
  );
}

async function verdictOn(
  response: DeviceResponse,
  document: Document,
  { request, issuers, now }: Circumstances,
): Promise<ProofVerdict> {
  const faults: VerificationAssessment[] = [];
  await response.verify(
    {
      sessionTranscript: await SessionTranscript.forOid4Vp(request, mdocCrypto),
      trustedCertificates: issuers.map(({ raw }) => raw),
      now,
      onCheck: (assessment) => void (assessment.status === 'FAILED' && faults.push(assessment)),
    },
    mdocCrypto,
  );
  const { issuerAuth } = document.issuerSigned;
  const { validityInfo } = issuerAuth.mobileSecurityObject;
  if (faults.some(({ category }) => category === 'DEVICE_AUTH')) return invalid;
  if (!isTrustedIssuer(issuerAuth.certificate, issuers, now))
    return { state: 'failed', reason: 'issuer_unknown' };
  if (!validityInfo.isValidFromBeforeNow(now) || !validityInfo.isValidUntilAfterNow(now))
    return { state: 'failed', reason: 'proof_expired' };
  return faults.length > 0 ? invalid : claimedIn(document);
}

/** Only what the issuer signed counts, and only if it is said once. */
function claimedIn(document: Document): ProofVerdict {
  const [claim, another] = (document.getIssuerNamespace(PROOF_TYPE) ?? []).filter(
    ({ elementIdentifier }) => elementIdentifier === PROOF_CLAIM,
  );
  if (!claim || another) return invalid;
  if (claim.elementValue === true) return { state: 'passed', method: 'digital_id' };
  return claim.elementValue === false ? { state: 'failed', reason: 'too_young' } : invalid;
}
