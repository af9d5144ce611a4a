import { X509Certificate } from 'node:crypto';
import { IssuerSigned, SessionTranscript } from '@owf/mdoc';
import { expect, test } from 'vitest';
import { mdocCrypto } from './mdoc-crypto.ts';
import { isTrustedIssuer } from './trusted-issuer.ts';

/**
 * The example attestation of the EU's specification (annex A.10), as the CBOR of its `IssuerSigned`: signed by the signer of
 * the reference implementation on 20 June 2025, valid until 18 September 2025.
 */
const attestation = Buffer.from(
  'ompuYW1lU3BhY2VzoXFldS5ldXJvcGEuZWMuYXYuMYHYGFhgpGZyYW5kb21YIBHVuPerMD1Qlg5IiwwgtkWHZpeBKmehoAdgn6lb' +
    'm8wXaGRpZ2VzdElEAGxlbGVtZW50VmFsdWX1cWVsZW1lbnRJZGVudGlmaWVya2FnZV9vdmVyXzE4amlzc3VlckF1dGiEQ6EBJqEY' +
    'IVkCwTCCAr0wggJjoAMCAQICFE5LBByMIroseulqZM0kdbJxYvsqMAoGCCqGSM49BAMCMGkxJjAkBgNVBAMMHUFnZSBWZXJpZmlj' +
    'YXRpb24gSXNzdWVyIENBIDAxMTIwMAYDVQQKDClBZ2UgVmVyaWZpY2F0aW9uIFJlZmVyZW5jZSBJbXBsZW1lbnRhdGlvbjELMAkG' +
    'A1UEBhMCQVYwHhcNMjUwNDA4MjM0MDQ2WhcNMjYwNzAyMjM0MDQ1WjBlMSIwIAYDVQQDDBlBZ2UgVmVyaWZpY2F0aW9uIERTIC0g' +
    'MDAxMTIwMAYDVQQKDClBZ2UgVmVyaWZpY2F0aW9uIFJlZmVyZW5jZSBJbXBsZW1lbnRhdGlvbjELMAkGA1UEBhMCQVYwWTATBgcq' +
    'hkjOPQIBBggqhkjOPQMBBwNCAAS64mCpHPUgZSKT22VMDxn1zH+uk4j3PQJbMlLQNba8uWx5lBT7UQ73nGCShLN50bheuBIkDMvF' +
    'JTGNtyAW69sAo4HsMIHpMB8GA1UdIwQYMBaAFLEyWMntRhtbHc44VeCfb+ickLC6MBYGA1UdJQEB/wQMMAoGCCuBAgIAAAECMEQG' +
    'A1UdHwQ9MDswOaA3oDWGM2h0dHBzOi8vaXNzdWVyLmFnZXZlcmlmaWNhdGlvbi5kZXYvcGtpL0FWX0NBXzAxLmNybDAdBgNVHQ4E' +
    'FgQUIN7fV/sxi5mKdi5GRJSwIc520xAwDgYDVR0PAQH/BAQDAgeAMDkGA1UdEgQyMDAGA1UdEgQpMCeCJWh0dHBzOi8vY29tbWlz' +
    'c2lvbi5ldXJvcGEuZXUvaW5kZXhfZW4wCgYIKoZIzj0EAwIDSAAwRQIgCGD2quqjn+R57Gl+Hq27C0c8sOdce55Int0gu13Rr78C' +
    'IQCpCgWy+i6qtqUj/GvkT5LufCFyWnQdE2KQIfrWrRTTrFkBWNgYWQFTpmdkb2NUeXBlcWV1LmV1cm9wYS5lYy5hdi4xZ3ZlcnNp' +
    'b25jMS4wbHZhbGlkaXR5SW5mb6Nmc2lnbmVkwHQyMDI1LTA2LTIwVDA4OjQ1OjI5Wml2YWxpZEZyb23AdDIwMjUtMDYtMjBUMDg6' +
    'NDU6MjlaanZhbGlkVW50aWzAdDIwMjUtMDktMThUMDA6MDA6MDBabHZhbHVlRGlnZXN0c6FxZXUuZXVyb3BhLmVjLmF2LjGhAFgg' +
    'ImPkUV4PGrrQf7EYWmI5RLW9Zno88Yk4HkwZcTOu+ZttZGV2aWNlS2V5SW5mb6FpZGV2aWNlS2V5pAECIAEhWCCgUhuOyZ+bn1Ln' +
    'FvwXy5N2KTW5v6buh/J/JGgtXamH9CJYILugf0mND0Iel1PJTKWms7Ik6+aLzk3oWBBA6KYyFOG3b2RpZ2VzdEFsZ29yaXRobWdT' +
    'SEEtMjU2WEDe5eCrflp/Kczv5+B8dLI4n+OwB4o1cW2DE7YGAkduPkzqc/hENR+Q/r//f6o+oajWivsmduUH9tCvv9WpTW6L',
  'base64',
);
const inTime = new Date('2025-07-01T00:00:00Z');

const verified = (bytes: Uint8Array, now = inTime, trusted?: Uint8Array) => {
  const issued = IssuerSigned.decode(bytes);
  const trustedCertificates = [trusted ?? issued.issuerAuth.certificate];
  return issued.verify({ now, trustedCertificates }, mdocCrypto).then(() => issued);
};

test('verifies the example attestation of the specification', async () => {
  const issued = await verified(attestation);
  expect(issued.getPrettyClaims('eu.europa.ec.av.1')).toEqual({ age_over_18: true });
  const { certificate } = issued.issuerAuth;
  const list = [new X509Certificate(certificate)];
  expect(isTrustedIssuer(certificate, list, inTime)).toBe(true);
  expect(isTrustedIssuer(certificate, [], inTime)).toBe(false);
  expect(isTrustedIssuer(certificate, list, new Date('2026-07-03T00:00:00Z'))).toBe(false);
  await expect(verified(attestation, new Date('2025-09-19T00:00:00Z'))).rejects.toThrow('MSO must be valid');
});

test('refuses the example attestation with any bit changed', async () => {
  // One bit of every seventh byte: each field is hit, and the test takes a second.
  const places = Array.from({ length: Math.floor(attestation.length / 7) }, (_, step) => step * 7);
  const { certificate } = (await verified(attestation)).issuerAuth;
  const accepted = await Promise.all(
    places.map(async (place) => {
      const changed = Uint8Array.from(attestation, (byte, at) => (at === place ? byte ^ 1 : byte));
      const outcome = await Promise.resolve()
        .then(() => verified(changed, inTime, certificate))
        .catch(() => null);
      return outcome && place;
    }),
  );
  expect(accepted.filter((place) => place !== null)).toEqual([]);
});

test("builds the specification's session transcript of OpenID4VP 1.0 (B.2.6.1)", async () => {
  const transcript = await SessionTranscript.forOid4Vp(
    {
      clientId: 'x509_san_dns:example.com',
      nonce: 'exc7gBkxjx1rdc9udRrveKvSsJIq80avlXeLHhGwqtA',
      jwkThumbprint: Buffer.from('4283ec927ae0f208daaa2d026a814f2b22dca52cf85ffa8f3f8626c6bd669047', 'hex'),
      responseUri: 'https://example.com/response',
    },
    mdocCrypto,
  );
  expect(Buffer.from(transcript.encode()).toString('hex')).toBe(
    '83f6f682714f70656e494434565048616e646f7665725820048bc053c00442af9b8eed494cefdd9d95240d254b046b11b68013722aad38ac',
  );
});
