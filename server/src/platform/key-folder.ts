import { readdirSync, statSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { errorCodeOf } from './error-code.ts'
import { StartError } from './errors.ts'
import { makeFolder, syncFolder, writeFileAtomically, writeNewFile } from './files/durable.ts'
import { logFault } from './observability/log.ts'

/** Where one kind of key is kept in KEYS_DIR. */
interface KeyPlace {
  folder: string
  /** the key in use */
  file: string
  /** the folder of the keys that it replaced */
  retired: string
}

/**
 * Reads keys, and again whenever a key was added or replaced. If reading fails later, the earlier keys stay in use.
 * @returns a function that gives the keys, checked on disk unless that was done less than `maxAge` milliseconds ago
 */
export function followKeys<Keys>(place: KeyPlace, load: () => Keys): (maxAge?: number) => Keys {
  let stamp = stampOf(place)
  let keys = load()
  let checkedAt = performance.now()
  return (maxAge = 5_000) => {
    if (performance.now() - checkedAt < maxAge) return keys
    checkedAt = performance.now()
    try {
      const now = stampOf(place)
      if (now !== stamp) keys = load()
      stamp = now
    } catch (error) {
      logFault(`${place.file} cannot be read anew`, error)
    }
    return keys
  }
}

/** Changes when a key is added or replaced. */
function stampOf(place: KeyPlace): string {
  const { mtimeMs, ino } = statSync(join(place.folder, place.file))
  return [mtimeMs, ino, ...retiredKeyFiles(place)].join('\n')
}

/** The paths of the replaced keys. */
export function retiredKeyFiles({ folder, file, retired }: KeyPlace): string[] {
  const place = join(folder, retired)
  if (!statSync(place, { throwIfNoEntry: false })) return []
  const names = readdirSync(place).filter((name) => name.endsWith(extname(file)))
  return names.sort().map((name) => join(place, name))
}

/**
 * Replaces the key in use with `made`, and stores the text `before` of the old key under its id. A kill at any point
 * leaves a working key. @throws StartError while another rotation is running
 */
export async function replaceKey(
  { folder, file, retired }: KeyPlace,
  made: string,
  before: { id: string; text: string },
): Promise<void> {
  const ending = extname(file)
  const next = join(folder, file.replace(ending, `.next${ending}`))
  await writeNewFile(next, made).catch((error: Error) => {
    if (errorCodeOf(error) !== 'EEXIST') throw new StartError(`cannot write ${next}: ${error.message}`)
    throw new StartError(`another rotation is under way, or one was cut short: remove ${next}`)
  })
  try {
    await makeFolder(join(folder, retired), 0o700)
    // The old key is stored on disk before it is replaced: what it signed or encrypted still needs it.
    await writeFileAtomically(join(folder, retired, before.id + ending), before.text)
    await rename(next, join(folder, file))
    await syncFolder(folder)
  } catch (error) {
    await rm(next, { force: true })
    throw error
  }
}
