/** A key and a certificate in PEM. */
export interface TlsIdentity {
  key: string;
  cert: string;
}

/** Creates a certificate that nobody has signed but its own key, for host names on this machine. */
export async function createTlsIdentity(names: readonly string[]): Promise<TlsIdentity> {
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  const { privateKey, publicKey } = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const name = der(0x30, der(0x31, der(0x30, oid("55 04 03"), text(0x0c, names[0]!))));
  const alternatives = der(0x30, ...names.map((host) => text(0x82, host)));
  const body = der(
    0x30,
    der(0xa0, der(0x02, [2])), // version 3
    der(0x02, [1, ...crypto.getRandomValues(new Uint8Array(8))]), // serial number
    ECDSA_WITH_SHA256,
    name,
    der(0x30, text(0x17, "200101000000Z"), text(0x17, "491231235959Z")), // validity
    name,
    new Uint8Array(await crypto.subtle.exportKey("spki", publicKey)),
    der(0xa3, der(0x30, der(0x30, oid("55 1d 11"), der(0x04, alternatives)))), // subjectAltName
  );
  const signed = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, privateKey, body);
  const signature = new Uint8Array(signed);
  const pair = der(0x30, integer(signature.subarray(0, 32)), integer(signature.subarray(32)));
  const certificate = der(0x30, body, ECDSA_WITH_SHA256, der(0x03, [0], pair));
  return {
    key: pem("PRIVATE KEY", new Uint8Array(await crypto.subtle.exportKey("pkcs8", privateKey))),
    cert: pem("CERTIFICATE", certificate),
  };
}

type Bytes = Uint8Array<ArrayBuffer>;

/** An element of DER: tag, length, content. */
function der(tag: number, ...parts: (Bytes | readonly number[])[]): Bytes {
  const content = parts.flatMap((part) => [...part]);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Uint8Array.from([tag, ...size, ...content]);
}

function oid(hex: string): Bytes {
  return der(0x06, hex.split(" ").map((byte) => parseInt(byte, 16)));
}

function text(tag: number, value: string): Bytes {
  return der(tag, new TextEncoder().encode(value));
}

/** A positive integer, without leading zeros but that of the sign. */
function integer(bytes: Bytes): Bytes {
  const first = bytes.findIndex((byte) => byte !== 0);
  const shortest = [...bytes.subarray(first)];
  return der(0x02, shortest[0]! > 127 ? [0, ...shortest] : shortest);
}

const ECDSA_WITH_SHA256 = der(0x30, oid("2a 86 48 ce 3d 04 03 02"));

function pem(label: string, bytes: Bytes): string {
  const lines = btoa(String.fromCharCode(...bytes)).match(/.{1,64}/g)!;
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n");
}
