import { type FileStore, isStoreAway, MissingContentError } from '../../../platform/files/store.ts'
import { logFault } from '../../../platform/observability/log.ts'

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

/**
 * A folder or a content that cannot be used is left out, and does not delay the others.
 * @returns those of the keys whose content was in the quarantine and is back now
 */
export async function bringBackContents(files: FileStore, storageKeys: readonly string[]): Promise<string[]> {
  const back: string[] = []
  const folders = Map.groupBy(storageKeys, (key) => key.slice(0, key.indexOf('/')))
  for (const [folder, wanted] of folders) {
    const found = (await listQuarantined(files, folder).catch(logUnusable)) ?? []
    for (const { key, storageKey } of found.filter((one) => wanted.includes(one.storageKey)))
      if (await bringBack(files, key, storageKey).catch(logUnusable)) back.push(storageKey)
  }
  return back
}

async function bringBack(files: FileStore, key: string, storageKey: string): Promise<true> {
  await files.move(key, storageKey).catch((error: unknown) => {
    // Another process may bring it back at the same moment.
    if (!(error instanceof MissingContentError)) throw error
  })
  return true
}

function logUnusable(error: unknown): null {
  if (isStoreAway(error)) throw error
  logFault('files: a part of the quarantine cannot be used', error)
  return null
}
