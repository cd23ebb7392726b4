// The types of imported files: images and fonts are data URLs, CSS modules are objects of class names, and a text is a
// string. `import "./widget.css"` has no value.
declare module "*.module.css" {
  const classNames: { readonly [name: string]: string };
  export default classNames;
}

// Of two patterns that match, TypeScript takes the first.
declare module "*.css" {}

declare module "*.txt" {
  const text: string;
  export default text;
}

declare module "*.svg" {
  const url: `data:image/${string}`;
  export default url;
}

declare module "*.png" {
  const url: `data:image/${string}`;
  export default url;
}

declare module "*.jpg" {
  const url: `data:image/${string}`;
  export default url;
}

declare module "*.jpeg" {
  const url: `data:image/${string}`;
  export default url;
}

declare module "*.gif" {
  const url: `data:image/${string}`;
  export default url;
}

declare module "*.webp" {
  const url: `data:image/${string}`;
  export default url;
}

declare module "*.avif" {
  const url: `data:image/${string}`;
  export default url;
}

declare module "*.woff2" {
  const url: `data:font/woff2${string}`;
  export default url;
}
