/** What the playground's build puts into its programs. */
declare module "virtual:tck/built" {
  export const chartsModule: string;
  /** The names that each module of React exports in production. */
  export const exportedNames: { readonly [specifier: string]: readonly string[] };
  /** The files of the playground, relative to the module that has them. */
  export const addresses: import("./page_bundler.ts").BundlerAddresses & {
    readonly cards: string;
    readonly types: string;
    readonly declarations: string;
  };
  /** What the page shows first. */
  export const firstCard: import("./page/first_card.ts").FirstCard;
  /** The texts of the project of `pnpm create @tck/widget` by their paths. */
  export const projectTemplate: { readonly [path: string]: string };
}
