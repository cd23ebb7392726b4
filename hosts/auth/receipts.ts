import { hkdfSync } from "node:crypto";
import {
  calculateJwkThumbprint,
  CompactSign,
  compactVerify,
  errors,
  exportJWK,
  importJWK,
  type JWK,
} from "jose";

/** The type of the signature, so that no other token of this service can be presented as a receipt. */
const TYPE = "tck-receipt+jws";

/** Ed25519, as PKCS #8 has it before the 32 bytes of the private key (RFC 8410, §7). */
const PKCS8_PREFIX = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20];

/** A statement with the signature of the service. */
export interface Signed<Statement> {
  /** The statement, for people. The signature contains it, too. */
  readonly receipt: Statement;
  /** A compact JWS (RFC 7515), whose header has the public key. */
  readonly signature: string;
}

/** A signature that is valid for its own key. */
export interface VerifiedSignature {
  readonly statement: unknown;
  /** The thumbprint of the key (RFC 7638). Whether it is the service's is for the caller to decide. */
  readonly keyId: string;
}

/** Signs what the service states. */
export interface ReceiptSigner {
  /** The thumbprint of the public key. */
  readonly keyId: string;
  sign<Statement>(receipt: Statement): Promise<Signed<Statement>>;
}

/** Signs with an Ed25519 key that is derived from a secret of the service: who verifies needs only the thumbprint. */
export async function createReceiptSigner(secret: Uint8Array): Promise<ReceiptSigner> {
  const seed = new Uint8Array(hkdfSync("sha256", secret, new Uint8Array(), "tck receipts", 32));
  const pkcs8 = new Uint8Array([...PKCS8_PREFIX, ...seed]);
  const key = await crypto.subtle.importKey("pkcs8", pkcs8, "Ed25519", true, ["sign"]);
  const { kty, crv, x } = await exportJWK(key);
  const jwk = { kty, crv, x } as JWK;
  const keyId = await calculateJwkThumbprint(jwk);
  return {
    keyId,
    async sign(receipt) {
      const signature = await new CompactSign(new TextEncoder().encode(JSON.stringify(receipt)))
        .setProtectedHeader({ alg: "EdDSA", typ: TYPE, jwk }).sign(key);
      return { receipt, signature };
    },
  };
}

/** Verifies a signature with the public key in its header; null if it is not valid. */
export async function verifySignature(signature: string): Promise<VerifiedSignature | null> {
  let jwk: JWK | undefined;
  try {
    const { payload, protectedHeader } = await compactVerify(signature, async (header) => {
      jwk = header.jwk;
      return await importJWK({ ...jwk!, alg: "EdDSA" });
    }, { algorithms: ["EdDSA"] });
    if (protectedHeader.typ !== TYPE) return null;
    return {
      statement: JSON.parse(new TextDecoder().decode(payload)),
      keyId: await calculateJwkThumbprint(jwk!),
    };
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError || error instanceof DOMException) {
      return null;
    }
    throw error;
  }
}
