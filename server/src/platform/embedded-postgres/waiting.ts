import { StartError } from '../errors.ts'
import type { ServerLocation } from './place.ts'
import type { PostmasterFile } from './postmaster-file.ts'

const SAY_EVERY_MS = 5_000
const SILENT_FOR_MS = 60_000

/**
 * Only a server that reports ready but stays silent for a minute ends the wait, because recovery may take long. @throws
 * StartError in that case.
 */
export function createWaitLimit(
  place: ServerLocation,
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
