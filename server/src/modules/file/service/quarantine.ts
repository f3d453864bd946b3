import { type FileStore, MissingContentError } from '../../../platform/files/store.ts'

/** Contents without a row wait here, because the rows may come back with a later backup of the database. */
const quarantine = 'quarantine'

export const quarantineDays = 30

export interface QuarantinedContent {
  /** The key in the quarantine. */
  key: string
  storageKey: string
  since: Date
}

export async function quarantineContent(files: FileStore, storageKey: string, at: Date): Promise<void> {
  await files.move(storageKey, `${quarantine}/${storageKey}.${at.toISOString().slice(0, 10)}`)
}

const shape = new RegExp(`^${quarantine}/(.+)\\.(\\d{4}-\\d{2}-\\d{2})$`)

export async function listQuarantined(files: FileStore, folder: string): Promise<QuarantinedContent[]> {
  return (await files.list(`${quarantine}/${folder}`)).flatMap(({ key }) => {
    const [, storageKey, day] = shape.exec(key) ?? []
    return storageKey && day ? [{ key, storageKey, since: new Date(day) }] : []
  })
}

/** @returns those of the keys whose content was in the quarantine and is back now */
export async function bringBackContents(files: FileStore, storageKeys: readonly string[]): Promise<string[]> {
  const back: string[] = []
  const folders = Map.groupBy(storageKeys, (key) => key.slice(0, key.indexOf('/')))
  for (const [folder, wanted] of folders)
    for (const { key, storageKey } of await listQuarantined(files, folder)) {
      if (!wanted.includes(storageKey)) continue
      // Another process may bring it back at the same moment.
      await files.move(key, storageKey).catch((error: unknown) => {
        if (!(error instanceof MissingContentError)) throw error
      })
      back.push(storageKey)
    }
  return back
}
