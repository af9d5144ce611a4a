import { createHash, createPublicKey, verify, X509Certificate } from 'node:crypto';
import { CoseKey, Curve, KeyType, type MdocContext, SignatureAlgorithm } from '@owf/mdoc';
import { must } from '#contract/must.ts';
import { isTrustedIssuer } from './trusted-issuer.ts';

/** A curve has one signature algorithm, so that the header of a signature cannot choose a weaker one. */
const curves = [
  { curve: Curve['P-256'], name: 'P-256', algorithm: SignatureAlgorithm.ES256, hash: 'sha256' },
  { curve: Curve['P-384'], name: 'P-384', algorithm: SignatureAlgorithm.ES384, hash: 'sha384' },
  { curve: Curve['P-521'], name: 'P-521', algorithm: SignatureAlgorithm.ES512, hash: 'sha512' },
];

const hashes = { 'SHA-256': 'sha256', 'SHA-384': 'sha384', 'SHA-512': 'sha512' } as const;

const ALGORITHM_HEADER = 1;

const unused = (): never => {
  throw new Error('verifying a proof of age needs no such operation');
};

/** What `@owf/mdoc` needs to verify signatures and digests. It has no cryptography of its own. */
export const mdocCrypto: MdocContext = {
  crypto: {
    random: unused,
    digest: ({ digestAlgorithm, bytes }) => createHash(hashes[digestAlgorithm]).update(bytes).digest(),
    calculateEphemeralMacKey: unused,
  },
  cose: {
    sign1: {
      sign: unused,
      verify({ key, sign1 }) {
        const algorithm = sign1.protectedHeaders.headers.get(ALGORITHM_HEADER);
        const found = curves.find(({ curve }) => curve === key.curve);
        if (!found || found.algorithm !== algorithm || !key.x || !key.y) return false;
        const publicKey = createPublicKey({
          key: { kty: 'EC', crv: found.name, x: coordinate(key.x), y: coordinate(key.y) },
          format: 'jwk',
        });
        return verify(
          found.hash,
          sign1.toBeSigned,
          { key: publicKey, dsaEncoding: 'ieee-p1363' },
          sign1.signature,
        );
      },
    },
    mac0: { sign: unused, verify: unused },
  },
  x509: {
    getIssuerNameField: ({ certificate, field }) =>
      new X509Certificate(certificate).issuer
        .split('\n')
        .filter((line) => line.startsWith(`${field}=`))
        .map((line) => line.slice(field.length + 1)),
    getPublicKey({ certificate }) {
      const { crv, x, y } = new X509Certificate(certificate).publicKey.export({ format: 'jwk' });
      const { curve } = must(
        curves.find(({ name }) => name === crv),
        'curve of the issuer’s key',
      );
      return CoseKey.create({ keyType: KeyType.Ec, curve, x: bytes(x), y: bytes(y) });
    },
    verifyCertificateChain({ trustedCertificates, x5chain: [signer], now = new Date() }) {
      const issuers = trustedCertificates.map((issuer) => new X509Certificate(issuer));
      if (!signer || !isTrustedIssuer(signer, issuers, now)) throw new Error('the issuer is not trusted');
    },
    getCertificateData({ certificate }) {
      const { issuer, subject, serialNumber, fingerprint256, validFromDate, validToDate, ...rest } =
        new X509Certificate(certificate);
      return {
        issuerName: issuer,
        subjectName: subject,
        serialNumber,
        thumbprint: fingerprint256,
        notBefore: validFromDate,
        notAfter: validToDate,
        pem: rest.toString(),
      };
    },
  },
};

const coordinate = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const bytes = (coordinate: string | undefined) => Buffer.from(coordinate ?? '', 'base64url');
