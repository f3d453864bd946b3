import type { Db } from '../../../platform/db/database.ts'
import { findPlanByYear, requiredOf } from '../../catalogue/service.ts'
import { type NewEntry, type Owner, yearLedgers } from '../../hours/service.ts'
import { bucketsFull } from '../../sign/service.ts'
import { listHistory } from '../store/desk.ts'

export interface ProofOutlook {
  valid: { number: string; issuedAt: Date } | null
  /** the number of the last revoked one */
  revoked: string | null
  /** staff revoked it: hours alone issue no other */
  held: boolean
  /** whether the year's hours would be complete */
  full: boolean
}

/** What would become of a year's proof if these hours (tenths, below 0: taken back) were written; nothing is. */
export async function proofOutlook(
  db: Db,
  owner: Owner,
  { subject, hours }: Pick<NewEntry, 'subject' | 'hours'>,
): Promise<ProofOutlook> {
  const [ledger] = await yearLedgers(db, [owner])
  const plan = await findPlanByYear(db, owner.year)
  const history = await listHistory(db, owner)
  const { professional = 0, public: others = 0 } = ledger?.earned ?? {}
  const isProfessional = subject === 'PROFESSIONAL'
  const earned = {
    professional: professional + (isProfessional ? hours : 0),
    public: others + (isProfessional ? 0 : hours),
  }
  const valid = history.find(({ revokedAt }) => !revokedAt)
  return {
    valid: valid ? { number: valid.number, issuedAt: valid.issuedAt } : null,
    revoked: history.find(({ revokedAt }) => revokedAt)?.number ?? null,
    held: history.some(({ held }) => held),
    full: plan !== undefined && bucketsFull(requiredOf(plan), earned),
  }
}
