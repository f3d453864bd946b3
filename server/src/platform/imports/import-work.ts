import { atMost } from '../at-most.ts'
import { isUnavailable } from '../db/connection-lost.ts'
import { claimStalled, NotOurs, recordBroken, recordWork, type Work } from '../db/staged-import.ts'
import { type Deps, forWorkload } from '../deps.ts'
import { Refusal } from '../errors.ts'
import { logFault } from '../observability/log.ts'
import { UnreadableFile } from '../sheets/unreadable.ts'

interface Kind<Row extends Work & { staffId: string }> {
  table: Parameters<typeof recordWork>[1]
  stalled: Parameters<typeof claimStalled>[2]
  find(db: Deps['db'], id: string): Promise<Row | undefined>
  /** what is to be done in the state it is in; may throw */
  work(deps: Deps, row: Row): Promise<void>
  /** what a person is told when it broke */
  broken: string
}

/** how often a process says that it is still there; less than a third of what makes an import stalled */
const aliveMs = 25_000

/**
 * Works on imports of a kind in the background: the files of one person are read one after the other, and rows are written by one import at
 * a time.
 */
export function importWork<Row extends Work & { staffId: string }>({
  table,
  stalled,
  find,
  work,
  broken,
}: Kind<Row>) {
  const working = atMost(1)

  async function giveUp(deps: Deps, row: Row, error: unknown): Promise<void> {
    if (isUnavailable(error) || error instanceof NotOurs) throw error
    await recordBroken(deps.db, table, row, problemOf(error))
  }

  function problemOf(error: unknown): string {
    if (error instanceof UnreadableFile) return error.message
    if (error instanceof Refusal && error.key === 'common.busy')
      return '现在读取的文件过多，请稍后重新检查'
    if (error instanceof Refusal) return '没有找到上传的文件，请重新上传'
    logFault(`${table}`, error)
    return broken
  }

  /** Never throws: whoever started it has gone on. What a broken connection leaves undone, resumeStalled takes up again. */
  async function workOn(asked: Deps, { id, state, claim }: Work): Promise<void> {
    const deps = forWorkload(asked, 'jobs')
    const alive = setInterval(() => void touch(deps, { id, state, claim }), aliveMs)
    try {
      const line = state === 'READING' ? (await find(deps.db, id))?.staffId : ''
      if (line !== undefined) await working(line, () => workNow(deps, { id, state, claim }))
    } catch (error) {
      if (!(error instanceof NotOurs)) logFault(`${table}`, error)
    } finally {
      clearInterval(alive)
    }
  }

  /** Also while it waits for another one to end: nobody must take it for one whose process has died. */
  async function touch(deps: Deps, work: Work): Promise<void> {
    // it may be over, or the database away for a moment
    await recordWork(deps.db, table, work, {}).catch(() => undefined)
  }

  async function workNow(deps: Deps, { id, state, claim }: Work): Promise<void> {
    const row = await find(deps.db, id)
    if (row?.state !== state || row.claim !== claim) return
    await work(deps, row).catch((error) => giveUp(deps, row, error))
  }

  /** A job: goes on with imports whose process died. */
  async function resumeStalled(deps: Deps): Promise<void> {
    for (;;) {
      const mine = await claimStalled(deps.db, table, stalled)
      if (!mine) return
      await workOn(deps, mine)
    }
  }

  return { workOn, resumeStalled }
}
