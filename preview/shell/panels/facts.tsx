import type { ReactElement } from "react";

/** Terms and what each of them is, as a list of descriptions. */
export function Facts({ facts }: { readonly facts: readonly (readonly string[])[] }): ReactElement {
  return (
    <dl className="shell-facts">
      {facts.map(([term, text]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
