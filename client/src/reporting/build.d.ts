/** What Vite says of the build that runs. */
interface ImportMeta {
  readonly env: {
    readonly PROD: boolean
    /** which sources it was built from; set by tools/portal/build.ts */
    readonly VITE_BUILD?: string
  }
}
