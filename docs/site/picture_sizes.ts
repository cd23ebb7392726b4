/** Width and height in pixels. */
export type PictureSize = readonly [width: number, height: number];

/** The size that the header of a PNG or an extended WebP says; null for another file. */
export function readPictureSize(bytes: Uint8Array): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const hasName = (name: string, at: number) =>
    new TextDecoder("latin1").decode(bytes.subarray(at, at + name.length)) === name;
  if (hasName("PNG", 1)) return [view.getUint32(16), view.getUint32(20)];
  const side = (at: number) => 1 + (view.getUint32(at, true) & 0xff_ffff);
  return hasName("WEBPVP8X", 8) ? [side(24), side(27)] : null;
}

/**
 * Writes the sizes of pictures into markup, so that nothing moves when they are loaded. A width that is there stays.
 *
 * @param find the size of a picture by its address
 */
export function writePictureSizes(html: string, find: (address: string) => PictureSize | null): string {
  return html.replaceAll(/<img [^<>]*>/g, (tag) => {
    const size = find(/ src="([^"]*)"/.exec(tag)?.[1] ?? "");
    if (size === null) return tag;
    const written = / width="(\d+)"/.exec(tag)?.[1];
    const width = Number(written ?? size[0]);
    const height = Math.round(width * size[1] / size[0]);
    return `${tag.slice(0, -1)}${written === undefined ? ` width="${width}"` : ""} height="${height}">`;
  });
}
