/** An attribute that a browser reads as an address. */
interface AddressAttribute {
  readonly tag: string;
  /** The property that has it too. */
  readonly property: string;
}

/**
 * The attributes that a browser reads as addresses, by the names of elements of HTML: a property gives such an attribute as
 * the browser writes addresses. Runs in a page that has no policy.
 */
export function listAddressAttributes(tags: string): AddressAttribute[] {
  return tags.split(" ").flatMap((tag) => {
    const element = document.createElement(tag);
    const names: string[] = [];
    for (const name in element) {
      if (typeof Reflect.get(element, name) === "string" && !/HTML$/.test(name)) names.push(name);
    }
    return names.filter((name) => {
      element.setAttribute(name, "HTTP://A.example");
      return Reflect.get(element, name) === "http://a.example/";
    }).map((property) => ({ tag, property }));
  });
}

/** Gives elements of the document an address. Returns the attributes that have it after the task. Runs in the document of cards. */
export async function leaveAddresses(
  { address, attributes }: { readonly address: string; readonly attributes: readonly AddressAttribute[] },
): Promise<string[]> {
  const place = document.body.appendChild(document.createElement("div"));
  const left = new Set<string>();
  const tried = attributes.flatMap(({ tag, property }) =>
    [true, false].map((isAttribute) => {
      const element = place.appendChild(document.createElement(tag));
      try {
        if (isAttribute) element.setAttribute(property, address);
        else Reflect.set(element, property, address);
      } catch {
        // Trusted Types deny it.
      }
      return { tag, property, element };
    })
  );
  await new Promise((resolve) => setTimeout(resolve));
  for (const { tag, property, element } of tried) {
    // A selector sees what scripts do not.
    if (element.matches(`[${property}="${address}"]`)) left.add(`${tag} ${property.toLowerCase()}`);
  }
  place.remove();
  return [...left].sort();
}
