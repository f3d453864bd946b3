/** A stored file's content is not there, or is not as long as its row says. */
export class MissingContent extends Error {
  readonly storageKey: string
  constructor(storageKey: string, options?: ErrorOptions) {
    super(`the content ${storageKey} is missing`, options)
    this.storageKey = storageKey
  }
}

/** reports that wait to be looked into; more of them in a quarter of a minute are one disaster, which the check of all files tells of */
const mostWaiting = 1000

/** What this process was asked for and could not find; a job looks into it and tells staff (docs/operations/files.md). */
export class MissingReports {
  readonly #keys = new Set<string>()

  report({ storageKey }: MissingContent): void {
    if (this.#keys.size < mostWaiting) this.#keys.add(storageKey)
  }

  /** All that were reported since the last time. */
  take(): string[] {
    const keys = [...this.#keys]
    this.#keys.clear()
    return keys
  }
}
