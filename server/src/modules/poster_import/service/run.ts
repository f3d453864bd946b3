import { atMost } from '../../../platform/at-most.ts'
import { auditStaff } from '../../../platform/audit.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { type Deps, forWorkload } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { sweepEach } from '../../../platform/jobs/sweep.ts'
import { logFault } from '../../../platform/observability/log.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { mayPublish } from '../policy.ts'
import { findMends } from '../store/mends.ts'
import { claimStalled, findImport, forgetOldChecks, startImport } from '../store.ts'
import { importRows } from './rows.ts'
import { countActions, decided, readImportState, requireImport } from './state.ts'

/**
 * Starts the import as checked, in the background; a repeat tells how far it is.
 * @throws Refusal poster_import.notFound also for another's, poster_import.notWaiting for one that was given up,
 *   poster_import.otherwiseRun for one that was started the other way, staff.forbidden for publishing without that permission
 */
export async function runImport(
  deps: Deps,
  staff: StaffAtWork,
  input: { importId: string; publish: boolean },
) {
  const { importId, publish } = input
  if (publish && !mayPublish(staff)) refuse('staff.forbidden')
  await requireImport(deps, staff, importId)
  const started = await inTransaction(deps.db, async (tx) => {
    const row = await startImport(tx, importId, { publish, runIp: staff.ip })
    if (!row) return false
    const mends = await findMends(tx, importId)
    const rows = row.report.map((one, no) => decided(one, mends.get(no)))
    const detail = { publish, fileId: row.fileId, ...countActions(rows) }
    await auditStaff(tx, staff, 'poster_import.started', importId, detail)
    return true
  })
  if (started) void workOn(forWorkload(deps, 'jobs'), importId)
  else {
    const there = await requireImport(deps, staff, importId)
    if (there.state === 'CANCELLED') refuse('poster_import.notWaiting')
    if (there.publish !== publish)
      refuse('poster_import.otherwiseRun', { asked: publish ? '直接发布' : '存为草稿' })
  }
  return readImportState(deps, staff, importId)
}

/** A job: goes on with imports whose process died. */
export async function resumeStalled(deps: Deps): Promise<void> {
  const job = 'poster_import.resumeStalled'
  for (let id = await claimStalled(deps.db, job); id; id = await claimStalled(deps.db, job))
    await sweepEach(deps.db, {
      job,
      items: [id],
      subjectOf: (importId) => importId,
      work: (importId) => importOne(deps, importId),
    })
}

/** A job: reports nobody acted upon. */
export async function forgetUnusedChecks({ db }: Pick<Deps, 'db'>): Promise<void> {
  await forgetOldChecks(db)
}

/** one package of each person at a time; those of others do not wait for it */
const working = atMost(1)

async function importOne(deps: Deps, id: string): Promise<void> {
  const row = await findImport(deps.db, id)
  if (row) await working(row.staffId, () => workNow(deps, id))
}

async function workNow(deps: Deps, id: string): Promise<void> {
  const row = await findImport(deps.db, id)
  if (row?.state === 'RUNNING') await importRows(deps, row)
}

/** Never throws: whoever started it has gone on. What is left undone, resumeStalled takes up again. */
async function workOn(deps: Deps, id: string): Promise<void> {
  await importOne(deps, id).catch((error: unknown) => logFault('import', error))
}
