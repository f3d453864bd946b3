import { StartError } from '../start-error.ts'
import type { Place } from './place.ts'
import type { PostmasterFile } from './postmaster-file.ts'

const SAY_EVERY_MS = 5_000
const SILENT_FOR_MS = 60_000

/**
 * Watches the wait for a server: to be called at every look. Recovery after a power cut takes as long
 * as it takes, so only a server that calls itself ready and never answers ends the wait.
 * @throws StartError when that has lasted a minute
 */
export function watchWaiting(
  place: Place,
  log: (line: string) => void,
): (file: PostmasterFile | undefined) => void {
  let sayAt = Date.now() + SAY_EVERY_MS
  let readySince: number | undefined
  return (file) => {
    const now = Date.now()
    const status = file?.status || 'starting'
    readySince = status === 'ready' ? (readySince ?? now) : undefined
    if (now > sayAt) {
      sayAt = now + SAY_EVERY_MS
      log(`waiting for PostgreSQL (pid ${file?.pid ?? 'unknown'}, ${status})`)
    }
    if (readySince !== undefined && now - readySince > SILENT_FOR_MS) {
      throw new StartError(
        `PostgreSQL (pid ${file?.pid}) runs on ${place.cluster} but does not answer: stop it with kill -INT ${file?.pid}`,
      )
    }
  }
}
