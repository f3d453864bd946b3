import { atMost } from '../../../platform/at-most.ts'
import { audit } from '../../../platform/audit.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { mayPublish } from '../policy.ts'
import { claimStalled, findImport, forgetOldChecks, startImport } from '../store.ts'
import { importRows } from './rows.ts'
import { importView, requireImport } from './state.ts'

/**
 * Starts the import as checked, in the background; a repeat tells how far it is.
 * @throws Refusal poster_import.notFound also for another's, staff.forbidden for publishing without that permission
 */
export async function runImport(
  deps: Deps,
  staff: StaffAtWork,
  input: { importId: string; publish: boolean },
) {
  if (input.publish && !mayPublish(staff)) refuse('staff.forbidden')
  const row = await requireImport(deps, staff, input.importId)
  const started = await inTransaction(deps.db, async (tx) => {
    const run = { publish: input.publish, runIp: staff.ip }
    if (!(await startImport(tx, row.id, run))) return false
    const { counts } = importView(row)
    const detail = { publish: input.publish, fileId: row.fileId, ...counts }
    const { username, ip } = staff
    await audit(tx, { actor: username, ip, action: 'poster_import.run', subject: row.id, detail })
    return true
  })
  if (started) void workOn(deps, row.id)
  return importView(await requireImport(deps, staff, row.id))
}

/** A job: goes on with imports whose process died. */
export async function resumeStalled(deps: Deps): Promise<void> {
  for (;;) {
    const id = await claimStalled(deps.db)
    if (!id) return
    await workOn(deps, id)
  }
}

/** A job: reports nobody acted upon. */
export async function forgetUnusedChecks({ db }: Pick<Deps, 'db'>): Promise<void> {
  await forgetOldChecks(db)
}

/** a package lies in memory while it is imported */
const working = atMost(1)

/** Never throws: whoever started it has gone on. What a broken connection leaves undone, resumeStalled takes up again. */
function workOn(deps: Deps, id: string): Promise<void> {
  return working('', async () => {
    try {
      const row = await findImport(deps.db, id)
      if (row?.state === 'RUNNING') await importRows(deps, row)
    } catch (error) {
      console.error('import:', error)
    }
  })
}
