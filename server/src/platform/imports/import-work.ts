import { limitConcurrency } from '../batches.ts'
import { isDatabaseUnavailable } from '../db/connection-lost.ts'
import type { Db } from '../db/database.ts'
import {
  claimStalledImport,
  findImport,
  ImportTakenOver,
  type ImportWork,
  recordBrokenImport,
  type UploadedImport,
  type UploadTable,
  unclaimImport,
  updateClaimedImport,
} from '../db/staged-import.ts'
import { type Deps, dependenciesOfWorkload } from '../deps.ts'
import { Refusal } from '../errors.ts'
import { continueForBudget } from '../jobs/sweep.ts'
import { logFault } from '../observability/log.ts'
import { UnreadableFile } from '../sheets/unreadable.ts'

/** Milliseconds between two signs of life of a process. It sends three before its import would count as stalled. */
const aliveMs = 25_000
const stalledSeconds = 90

/**
 * Works on imports of one table in the background: it reads one file per person at a time, and writes one import at a
 * time. `states`: import states with work to do; `work`: may throw
 */
export function createImportWorker<Row extends UploadedImport>(
  table: UploadTable,
  {
    states,
    work,
    texts,
  }: {
    states: string[]
    work(deps: Deps, row: Row, stopping?: AbortSignal): Promise<void>
    texts: { stalled: string; broken: string }
  },
) {
  const working = limitConcurrency(1)

  /**
   * Never throws, because no caller waits for it. resumeStalled continues imports that a lost connection interrupted.
   */
  async function workOn(asked: Deps, mine: ImportWork, stopping?: AbortSignal): Promise<void> {
    const deps = dependenciesOfWorkload(asked, 'jobs')
    const alive = setInterval(() => void touch(deps, mine), aliveMs)
    try {
      const line = mine.state === 'READING' ? (await findImport<Row>(deps.db, table, mine.id))?.staffId : ''
      if (line !== undefined) await working(line, () => workNow(deps, mine, stopping))
    } catch (error) {
      if (!(error instanceof ImportTakenOver)) logFault(table, error)
    } finally {
      clearInterval(alive)
    }
  }

  /** Also called while the import waits for another one, so that its process does not look dead. */
  async function touch(deps: Deps, mine: ImportWork): Promise<void> {
    // The import may have ended, or the database may be unavailable for a moment.
    await updateClaimedImport(deps.db, table, mine, {}).catch(() => undefined)
  }

  async function workNow(deps: Deps, { id, state, claim }: ImportWork, stopping?: AbortSignal): Promise<void> {
    const row = await findImport<Row>(deps.db, table, id)
    if (row?.state !== state || row.claim !== claim) return
    await work(deps, row, stopping).catch(async (error: unknown) => {
      if (stopping?.aborted) return unclaimImport(deps.db, table, row)
      if (isDatabaseUnavailable(error) || error instanceof ImportTakenOver) throw error
      const problem = problemOf(error)
      if (problem === null) logFault(table, error)
      await recordBrokenImport(deps.db, table, row, problem ?? texts.broken)
    })
  }

  /** Takes over one import whose process has died. */
  const claimStalledWork = (db: Db) =>
    claimStalledImport(db, table, { states, seconds: stalledSeconds, problem: texts.stalled })

  /** This job continues imports whose process died. With a stop of the process it ends between two batches of rows. */
  async function resumeStalled(deps: Deps, stopping?: AbortSignal): Promise<void> {
    const goesOn = continueForBudget(stopping)
    while (goesOn()) {
      const mine = await claimStalledWork(deps.db)
      if (!mine) return
      await workOn(deps, mine, stopping)
    }
  }

  return { workOn, claimStalledWork, resumeStalled }
}

const refusalTexts: Readonly<Record<string, string>> = {
  'common.busy': '现在读取的文件过多，请稍后重新检查',
  'staff.forbidden': '发起人已没有导入权限，导入已停止；已写入的行不受影响，请由有权限的人员重新上传',
}

/** The sentence that a person reads about an import that failed. */
function problemOf(error: unknown): string | null {
  if (error instanceof UnreadableFile) return error.message
  if (!(error instanceof Refusal)) return null
  return refusalTexts[error.key] ?? '没有找到上传的文件，请重新上传'
}
