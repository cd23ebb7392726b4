import { promisify } from "node:util";
import { brotliCompress, constants, gzip, zstdCompress } from "node:zlib";
import {
  ASSET_CODINGS,
  type AssetCoding,
  type HostAsset,
  type HostAssets,
  INLINE_ASSETS,
} from "../../web/assets/import_map/mod.ts";

/** The next level is 6 % smaller and takes ten times as long, at each start. */
const BROTLI_QUALITY = 9;

const ZSTD_LEVEL = 9;

const COMPRESS: { readonly [coding in AssetCoding]: (bytes: Uint8Array) => Promise<Uint8Array> } = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
      },
    }),
  zstd: (bytes) =>
    promisify(zstdCompress)(bytes, { params: { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

/** Compresses host assets in each content coding, once, so that a request costs no time for it. */
export async function compressAssets(assets: HostAssets): Promise<HostAssets> {
  const compress = async ([name, asset]: [string, HostAsset]) => {
    if (INLINE_ASSETS.includes(name)) return [name, asset] as const;
    return [name, { ...asset, encoded: await encode(asset.bytes) }] as const;
  };
  return new Map(await Promise.all([...assets].map(compress)));
}

async function encode(bytes: Uint8Array): Promise<NonNullable<HostAsset["encoded"]>> {
  const encoded = await Promise.all(
    ASSET_CODINGS.map(async (coding) => [coding, Uint8Array.from(await COMPRESS[coding](bytes))] as const),
  );
  return new Map(encoded.filter(([, { byteLength }]) => byteLength < bytes.byteLength));
}
