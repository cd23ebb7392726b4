/** A widget that does something at once, and something when it is shown. */
export function leavingWidget(
  id: string,
  { first = "", effect = "" }: { first?: string; effect?: string },
): string {
  return `import { useEffect } from "react";
import { defineManifest } from "@tck/kit";
${first}
export const manifest = defineManifest({ id: "${id}", title: "${id}", cardType: "feed", sizes: ["2x2"] });
export default function Widget() {
  useEffect(() => { ${effect} }, []);
  return <p>words</p>;
}
`;
}
