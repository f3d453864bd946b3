import type { Deps } from '../../../../platform/deps.ts'
import { errorCodeOf } from '../../../../platform/error-code.ts'
import { refuse } from '../../../../platform/errors.ts'
import { openParquet, type ParquetRow } from '../../../../platform/files/parquet.ts'
import { MissingContentError, StoreUnavailableError } from '../../../../platform/files/store.ts'
import { logFault } from '../../../../platform/observability/log.ts'
import { listPartsOfSessions, listSealedCredit, listSealedSessions } from '../store/sealed.ts'

export type SealedReading = Pick<Deps, 'db' | 'files' | 'missingReports'>

export interface SealedHeartbeat {
  sessionNo: number
  seq: number
  /** Microseconds since 1970. */
  micros: number
  event: string
  position: number
  intervals: string
  added: number
  credited: number
  lessonDone: boolean
}

const columns = [
  'session_no',
  'seq',
  'at',
  'event',
  'position_ds',
  'intervals',
  'added_ds',
  'credited_ds',
  'lesson_done',
]

/** Files that are read at once, because a store outside takes its time for each request. */
const together = 4

/**
 * Yields the heartbeats of sessions whose month is sealed and emptied, some sessions at a time and those of each session
 * in order. Only the row groups that hold these sessions are read.
 * @throws Refusal course.recordUnavailable when the files lack heartbeats, so that nobody gets a part of them as all
 */
export async function* readSealedHeartbeats(
  deps: SealedReading,
  sessionNos: readonly number[],
): AsyncIterable<SealedHeartbeat[]> {
  if (sessionNos.length === 0) return
  const heard = new Map<number, number>()
  const parts = await listPartsOfSessions(deps.db, sessionNos)
  for (let at = 0; at < parts.length; at += together) {
    const read = await Promise.allSettled(parts.slice(at, at + together).map((part) => readPart(deps, part)))
    for (const one of read) {
      if (one.status === 'rejected') throw one.reason
      for (const { sessionNo, credited } of one.value)
        heard.set(sessionNo, Math.max(heard.get(sessionNo) ?? 0, credited))
      yield one.value
    }
  }
  const expected = await listSealedCredit(deps.db, sessionNos)
  const wrong = sessionNos.filter((no) => heard.get(no) !== expected.get(no))
  if (wrong.length === 0) return
  logFault('sealed heartbeats', new Error(`${wrong.length} sessions are not what was sealed, such as ${wrong[0]}`))
  refuse('course.recordUnavailable')
}

/** @throws Refusal course.recordUnavailable when the content is missing or damaged */
async function readPart(
  { files, missingReports }: SealedReading,
  { nos, storageKey: key, size }: { nos: readonly number[]; storageKey: string; size: number },
): Promise<SealedHeartbeat[]> {
  const wanted = new Set(nos)
  const beats: SealedHeartbeat[] = []
  try {
    const file = await openParquet(files, { key, size })
    for await (const rows of file.readGroups(columns, { column: 'session_no', values: nos.map(BigInt) }))
      for (const row of rows) if (wanted.has(Number(row.session_no))) beats.push(toHeartbeat(row))
    return beats
  } catch (error) {
    if (error instanceof StoreUnavailableError) throw error
    if (error instanceof MissingContentError || errorCodeOf(error) === 'ENOENT')
      missingReports.report(new MissingContentError(key))
    else logFault('sealed heartbeats', error)
    return refuse('course.recordUnavailable')
  }
}

function toHeartbeat(row: ParquetRow): SealedHeartbeat {
  return {
    sessionNo: Number(row.session_no),
    seq: Number(row.seq),
    micros: Number(row.at),
    event: String(row.event),
    position: Number(row.position_ds),
    intervals: String(row.intervals),
    added: Number(row.added_ds),
    credited: Number(row.credited_ds),
    lessonDone: row.lesson_done === true,
  }
}

/** The heartbeats of sealed months with what a data copy says of each. `position` and `added` are in seconds. */
export async function* readSealedHeartbeatsOfStudents(deps: SealedReading, studentIds: readonly string[]) {
  const sessions = new Map((await listSealedSessions(deps.db, studentIds)).map((one) => [one.no, one]))
  for await (const beats of readSealedHeartbeats(deps, [...sessions.keys()]))
    for (const { sessionNo, micros, event, position, added } of beats) {
      const session = sessions.get(sessionNo)
      if (!session) continue
      const { no, ...about } = session
      const at = new Date(Math.floor(micros / 1000))
      yield { ...about, micros, at, event, position: position / 10, added: added / 10 }
    }
}
