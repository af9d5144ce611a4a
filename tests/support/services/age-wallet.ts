// For @peculiar/x509, which needs it first.
import 'reflect-metadata';
import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CoseKey,
  Curve,
  DeviceAuth,
  DeviceAuthentication,
  DeviceKey,
  DeviceNamespaces,
  DeviceResponse,
  DeviceSignature,
  DeviceSigned,
  Document,
  Header,
  IssuerNamespaces,
  IssuerSigned,
  IssuerSignedBuilder,
  IssuerSignedItem,
  KeyType,
  type MdocContext,
  ProtectedHeaders,
  SessionTranscript,
  SignatureAlgorithm,
  UnprotectedHeaders,
} from '@owf/mdoc';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

const PROOF = 'eu.europa.ec.av.1';
const DAY_MS = 86_400_000;
const SIGNER_USAGE = '1.3.130.2.0.0.1.2';

/** How a presentation differs from an honest adult's. */
export interface Presented {
  issuer?: Issuer;
  claims?: Record<string, unknown>;
  /** Further claims that the issuer has signed, possibly of the same name. */
  moreClaims?: Record<string, unknown>;
  /** Days from now. */
  validFrom?: number;
  validUntil?: number;
  /** The type inside the issuer's signature, and that of the document. */
  type?: { issued: string; shown: string };
  /** Parts of another request, over which the wallet signs. */
  signsFor?: { client_id?: string; nonce?: string; response_uri?: string };
  /** Says true where the issuer has signed false. */
  altered?: boolean;
  /** Signed by another key than that of the proof. */
  stolen?: boolean;
  /** The signature brings the content that it covers. */
  attached?: boolean;
  /** Header of the wallet's signature. */
  algorithm?: SignatureAlgorithm;
  documents?: 0 | 1 | 2;
}

export interface Issuer {
  /** In PEM format. */
  certificate: string;
  signer: { key: CoseKey; certificate: Uint8Array; pem: string };
}

export interface AgeWallet {
  /** A PEM file with the certificate of the issuer whom the site trusts. */
  issuersFile: string;
  issuer: Issuer;
  /** The form that the wallet posts in answer to a link or QR code. */
  present(link: string, presented?: Presented): Promise<URLSearchParams>;
  /** Answers a link over the network, as a phone does. */
  answer(link: string, presented?: Presented): Promise<{ status: number; body: { redirect_uri?: string } }>;
  close(): void;
}

/**
 * A wallet app that answers requests by the EU's age verification profile (OpenID4VP 1.0, `direct_post`, ISO mdoc), with proofs
 * of an issuer of its own. Refuses requests that a real app would refuse.
 */
export async function startAgeWallet(): Promise<AgeWallet> {
  const issuer = await makeIssuer('Trusted Issuer');
  const folder = mkdtempSync(join(tmpdir(), 'age-wallet-'));
  const issuersFile = join(folder, 'issuers.pem');
  writeFileSync(issuersFile, issuer.certificate);
  const present = async (link: string, presented: Presented = {}) => {
    const asked = parametersOf(link);
    const response = await deviceResponse(asked, { issuer, ...presented });
    return new URLSearchParams({
      state: asked.state,
      vp_token: JSON.stringify({ proof_of_age: [response.encodedForOid4Vp] }),
    });
  };
  return {
    issuersFile,
    issuer,
    present,
    async answer(link, presented) {
      const response = await fetch(parametersOf(link).response_uri, {
        method: 'POST',
        body: await present(link, presented),
      });
      return { status: response.status, body: (await response.json()) as { redirect_uri?: string } };
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export interface AskedParameters {
  client_id: string;
  response_uri: string;
  nonce: string;
  state: string;
}

export function parametersOf(link: string): AskedParameters {
  const { protocol, searchParams } = new URL(link);
  const { client_id, response_uri, nonce, state, ...rest } = Object.fromEntries(searchParams);
  const { credentials } = JSON.parse(rest['dcql_query'] ?? '') as {
    credentials: { format: string; meta: object; claims: object[] }[];
  };
  const isAskedFor =
    protocol === 'av:' &&
    rest['response_type'] === 'vp_token' &&
    rest['response_mode'] === 'direct_post' &&
    client_id === `redirect_uri:${response_uri}` &&
    JSON.stringify(credentials) ===
      JSON.stringify([
        {
          id: 'proof_of_age',
          format: 'mso_mdoc',
          meta: { doctype_value: PROOF },
          claims: [{ path: [PROOF, 'age_over_18'] }],
        },
      ]);
  if (!isAskedFor || !response_uri || !nonce || !state)
    throw new Error(`A wallet would not answer this request: ${link}`);
  return { client_id, response_uri, nonce, state };
}

interface IssuerOptions {
  /** Extended key usage of the signer. */
  usage?: string;
  /** Days until the signer's certificate ends. */
  days?: number;
  authorityDays?: number;
  authorityIsCa?: boolean;
  signerIsCa?: boolean;
  /** False for a signer with the authority's name in its certificate, and the signature of another key. */
  isCertified?: boolean;
}

/** An authority with a certificate of its own, and a signer of proofs that it certifies. */
export async function makeIssuer(
  name: string,
  {
    usage = SIGNER_USAGE,
    days = 90,
    authorityDays = 900,
    authorityIsCa = true,
    signerIsCa = false,
    isCertified = true,
  }: IssuerOptions = {},
): Promise<Issuer> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const authority = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const signer = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const notBefore = new Date(Date.now() - 30 * DAY_MS);
  const root = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}, C=IE`,
    keys: authority,
    signingAlgorithm: algorithm,
    notBefore,
    notAfter: new Date(Date.now() + authorityDays * DAY_MS),
    extensions: [
      new BasicConstraintsExtension(authorityIsCa, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
    ],
  });
  const leaf = await X509CertificateGenerator.create({
    subject: `CN=${name} Signer, C=IE`,
    issuer: root.subject,
    publicKey: signer.publicKey,
    signingKey: isCertified ? authority.privateKey : signer.privateKey,
    signingAlgorithm: algorithm,
    notBefore,
    notAfter: new Date(Date.now() + days * DAY_MS),
    extensions: [
      new BasicConstraintsExtension(signerIsCa, undefined, true),
      new KeyUsagesExtension(
        KeyUsageFlags.digitalSignature | (signerIsCa ? KeyUsageFlags.keyCertSign : 0),
        true,
      ),
      new ExtendedKeyUsageExtension([usage], true),
    ],
  });
  const jwk = await crypto.subtle.exportKey('jwk', signer.privateKey);
  const key = CoseKey.fromJwk({ kty: 'EC', crv: 'P-256', x: jwk.x, y: jwk.y, d: jwk.d, alg: 'ES256' });
  return {
    certificate: root.toString('pem'),
    signer: { key, certificate: new Uint8Array(leaf.rawData), pem: leaf.toString('pem') },
  };
}

async function deviceResponse(
  asked: AskedParameters,
  { issuer, documents = 1, ...presented }: Presented & { issuer: Issuer },
): Promise<DeviceResponse> {
  const { type = { issued: PROOF, shown: PROOF }, claims = { age_over_18: true }, signsFor = {} } = presented;
  const [own, other] = [newDeviceKey(), newDeviceKey()];
  const { client_id, nonce, response_uri } = { ...asked, ...signsFor };
  const issued = await new IssuerSignedBuilder(type.issued, signing)
    .addIssuerNamespace(PROOF, presented.altered ? { age_over_18: false } : claims)
    .addIssuerNamespace(PROOF, presented.moreClaims ?? {})
    .sign({
      signingKey: issuer.signer.key,
      algorithm: SignatureAlgorithm.ES256,
      digestAlgorithm: 'SHA-256',
      validityInfo: {
        signed: new Date(Date.now() - DAY_MS),
        validFrom: daysFromNow(presented.validFrom ?? -1),
        validUntil: daysFromNow(presented.validUntil ?? 60),
      },
      deviceKeyInfo: { deviceKey: DeviceKey.create(own.public) },
      certificates: [issuer.signer.certificate],
    });
  const document = Document.create({
    docType: type.shown,
    issuerSigned: presented.altered ? altered(issued) : issued,
    deviceSigned: await deviceSigned({
      transcript: await SessionTranscript.forOid4Vp(
        { clientId: client_id, nonce, responseUri: response_uri },
        signing,
      ),
      key: presented.stolen ? other : own,
      docType: type.shown,
      presented,
    }),
  });
  return DeviceResponse.createSimple({ documents: Array.from({ length: documents }, () => document) });
}

const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS);

function altered(issued: IssuerSigned): IssuerSigned {
  const items = (issued.getIssuerNamespace(PROOF) ?? []).map((item) =>
    IssuerSignedItem.fromOptions({
      digestId: item.digestId,
      random: item.random,
      elementIdentifier: item.elementIdentifier,
      elementValue: true,
    }),
  );
  return IssuerSigned.create({
    issuerNamespaces: IssuerNamespaces.create({ issuerNamespaces: new Map([[PROOF, items]]) }),
    issuerAuth: issued.issuerAuth,
  });
}

interface DeviceKeys {
  public: { keyType: KeyType; curve: Curve; x: Uint8Array; y: Uint8Array };
  private: CoseKey;
}

function newDeviceKey(): DeviceKeys {
  const { x, y, d } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const bytes = (part: string | undefined) => new Uint8Array(Buffer.from(part ?? '', 'base64url'));
  const point = { keyType: KeyType.Ec, curve: Curve['P-256'], x: bytes(x), y: bytes(y) };
  return { public: point, private: CoseKey.create({ ...point, d: bytes(d) }) };
}

async function deviceSigned({
  transcript,
  key,
  docType,
  presented: { algorithm = SignatureAlgorithm.ES256, attached },
}: {
  transcript: SessionTranscript;
  key: DeviceKeys;
  docType: string;
  presented: Presented;
}): Promise<DeviceSigned> {
  const deviceNamespaces = DeviceNamespaces.create({ deviceNamespaces: new Map() });
  const content = DeviceAuthentication.create({
    sessionTranscript: transcript,
    docType,
    deviceNamespaces,
  }).encode({
    asDataItem: true,
  });
  const deviceSignature = await DeviceSignature.create(
    {
      protectedHeaders: ProtectedHeaders.create({
        protectedHeaders: new Map([[Header.Algorithm, algorithm]]),
      }),
      unprotectedHeaders: UnprotectedHeaders.create({}),
      ...(attached ? { payload: content } : { detachedPayload: content }),
      signingKey: key.private,
      algorithm,
    },
    signing,
  );
  return DeviceSigned.create({ deviceNamespaces, deviceAuth: DeviceAuth.create({ deviceSignature }) });
}

const unused = (): never => {
  throw new Error('the wallet does not do this');
};

const privateKeyOf = (key: CoseKey): KeyObject => {
  const part = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('base64url');
  return createPrivateKey({
    key: { kty: 'EC', crv: 'P-256', x: part(key.x), y: part(key.y), d: part(key.d) },
    format: 'jwk',
  });
};

const signing: Pick<MdocContext, 'crypto' | 'cose'> = {
  crypto: {
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    digest: ({ bytes }) => createHash('sha256').update(bytes).digest(),
    calculateEphemeralMacKey: unused,
  },
  cose: {
    sign1: {
      sign: ({ toBeSigned, key }) =>
        sign('sha256', toBeSigned, { key: privateKeyOf(key), dsaEncoding: 'ieee-p1363' }),
      verify: unused,
    },
    mac0: { sign: unused, verify: unused },
  },
};
