/** Whether an `Accept-Encoding` header allows gzip (RFC 9110, §12.5.3). Without the header, bodies are not compressed. */
export function acceptsGzip(header: string | null): boolean {
  const qualities = new Map<string, number>();
  for (const part of (header ?? "").toLowerCase().split(",")) {
    const [coding, ...parameters] = part.split(";").map((text) => text.trim());
    const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
    qualities.set(coding!, Number(quality));
  }
  return (qualities.get("gzip") ?? qualities.get("*") ?? 0) > 0;
}
