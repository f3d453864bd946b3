import { actorOfEmployer, audit, countAudited } from '../../../platform/audit.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { listToCreate } from '../../../platform/db/import-rows.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { EmployerAtWork } from '../../../platform/employer-calls.ts'
import { refuse } from '../../../platform/errors.ts'
import { findPlan } from '../../catalogue/service.ts'
import { maySeeImport } from '../policy.ts'
import { mostRows } from '../read/columns.ts'
import type { MemberContent } from '../read/member-row.ts'
import { lockImport, setWritten } from '../store/imports.ts'
import { countNamed, insertInvitations, lockEmployer } from '../store/invitations.ts'
import { readState } from './check.ts'

/**
 * Makes an invitation of every row that can be one, in one transaction. A repeat writes nothing more.
 * @throws Refusal invitation.importNotFound, notChecked, planClosed, listsSpent, tooMany
 */
export async function writeList(deps: Deps, employer: EmployerAtWork, importId: string) {
  const { organisationId, ip } = employer
  // read before: a transaction that waits for a second connection can wait for ever
  const most = await deps.settings.get('organisation.mostNamed')
  const mostLists = await deps.settings.get('invitation.listsPerDay')
  const done = { actor: actorOfEmployer(organisationId), action: 'invitation.listed' } as const
  await inTransaction(deps.db, async (tx) => {
    const row = await lockImport(tx, importId)
    if (!row || !maySeeImport(employer, row)) return refuse('invitation.importNotFound')
    if (row.state === 'DONE') return
    if (row.state !== 'CHECKED') refuse('invitation.notChecked')
    const { planId, fileName } = row
    if ((await findPlan(tx, planId))?.state === 'CLOSED') refuse('invitation.planClosed')
    // both are counted under it
    await lockEmployer(tx, organisationId)
    if ((await countAudited(tx, done)) >= mostLists)
      refuse('invitation.listsSpent', { most: mostLists })
    const all = { importId, after: 0, limit: mostRows }
    const rows = await listToCreate(tx, 'organisationImport', all)
    const people = rows.map(({ content }) => personIn(content))
    const made = await insertInvitations(tx, { organisationId, planId }, people)
    const count = made > 0 ? await countNamed(tx, organisationId, planId) : 0
    if (count > most) refuse('invitation.tooMany', { most, count })
    await setWritten(tx, importId, rows.length)
    await audit(tx, {
      ...done,
      ip,
      subject: importId,
      detail: { planId, fileName, rows: made },
    })
  })
  return readState(deps, employer, importId)
}

/** The column's guarantee: only what memberOf made of a row is to be written. */
function personIn(content: unknown): MemberContent {
  return content as MemberContent
}
