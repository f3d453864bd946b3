/** What Vite says of the build that runs. */
interface ImportMeta {
  readonly env: { readonly PROD: boolean }
}
