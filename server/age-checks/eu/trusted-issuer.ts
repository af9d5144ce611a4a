import { X509Certificate } from 'node:crypto';

/** Certificates that may sign proofs, by their extended key usage: ISO 18013-5 (mdlDS) and the EU's profile of it. */
const SIGNER_USAGES = ['1.0.18013.5.1.2', '1.3.130.2.0.0.1.2'];

/**
 * Whether a proof's signer is an issuer of the list, or is certified by one directly: ISO 18013-5 has no certificates in
 * between. Throws if the certificate cannot be read.
 */
export function isTrustedIssuer(signer: Uint8Array, issuers: readonly X509Certificate[], now: Date): boolean {
  const certificate = new X509Certificate(signer);
  if (certificate.ca || !isValidAt(certificate, now)) return false;
  return issuers.some(
    (issuer) =>
      isValidAt(issuer, now) &&
      (issuer.raw.equals(certificate.raw) ||
        (issuer.ca &&
          certificate.checkIssued(issuer) &&
          certificate.verify(issuer.publicKey) &&
          certificate.keyUsage?.some((usage) => SIGNER_USAGES.includes(usage)) === true)),
  );
}

export const isValidAt = ({ validFromDate, validToDate }: X509Certificate, now: Date): boolean =>
  validFromDate <= now && now <= validToDate;
