/** What the tests use of the package, which comes without types. */
declare module 'yazl' {
  export class ZipFile {
    readonly outputStream: NodeJS.ReadableStream
    addBuffer(content: Buffer, path: string, options?: { compress?: boolean }): void
    end(): void
  }
}
