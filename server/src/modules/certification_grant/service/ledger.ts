import type { StudentActor } from '../../../platform/auth/sessions.ts'
import type { Paging } from '../../../platform/db/page.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { inclusionOf, listSeals } from '../../hours/service.ts'

/** The roots of the days that are sealed, for everybody to keep. */
export async function listRoots({ db }: Deps, { page, pageSize }: Paging) {
  const { seals, total } = await listSeals(db, { offset: (page - 1) * pageSize, limit: pageSize })
  return { list: seals, total, page, pageSize }
}

/**
 * What shows that a student's own hours are in the newest root (docs/ledger.md): their entries as they were hashed, and the way from the last
 * of them up the tree. @throws Refusal grant.notSealed while none is
 */
export async function ledgerPath({ db }: Deps, { studentId }: StudentActor) {
  const inclusion = (await inclusionOf(db, studentId)) ?? refuse('grant.notSealed')
  const { seal, seq, head, path, entries } = inclusion
  return { seal, leaf: { studentId, seq, head }, path, entries }
}
