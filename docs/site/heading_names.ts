/** The name by which a heading is linked to, as GitHub makes it. */
export function nameOfHeading(heading: string): string {
  return heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, "").trim().replaceAll(/\s/g, "-");
}
