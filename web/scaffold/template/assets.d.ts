// What an import of a file gives: the bundler makes data URLs of images and fonts, and class names of CSS modules.
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
