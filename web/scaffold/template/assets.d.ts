// The types of imported files: images and fonts are data URLs, CSS modules are objects of class names.
declare module "*.module.css" {
  const classNames: { readonly [name: string]: string };
  export default classNames;
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
