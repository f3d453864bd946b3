/** What is used of a package that publishes no types. */
declare module 's3rver' {
  // biome-ignore lint/style/noDefaultExport: the package exports it so.
  export default class S3rver {
    constructor(options: { address: string; port: number; silent: boolean; directory: string })
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}
