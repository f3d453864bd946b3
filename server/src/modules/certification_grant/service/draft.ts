import type { Db } from '../../../platform/db/database.ts'
import { shanghaiDay } from '../../../platform/shanghai-day.ts'
import { findPlanByYear, type Plan, requiredOf } from '../../catalogue/service.ts'
import { readConstants } from '../../first_page/service.ts'
import {
  asHours,
  firstCredits,
  type Owner,
  placeOf,
  reversedSeqs,
  type YearLedger,
  yearLedgers,
} from '../../hours/service.ts'
import { bucketsFull } from '../../sign/service.ts'
import { describePeople } from '../../student/service/person.ts'
import { plainText } from '../printed-texts.ts'
import type { Snapshot } from '../snapshot.ts'
import { listSettledOf } from '../store.ts'

/** What a proof will say, before it has a number and a day. */
export interface ProofDraft {
  studentId: string
  printed: Omit<Snapshot, 'number' | 'issuedOn'>
}

/** Those of some years whose buckets are full and that have no valid proof and are not held by staff. */
export async function dueLedgers(db: Db, owners: Owner[]): Promise<YearLedger[]> {
  const plans = await plansOf(db, owners)
  const ledgers = await yearLedgers(db, owners)
  const full = ledgers.filter(({ year, earned }) => {
    const plan = plans.get(year)
    return plan && bucketsFull(requiredOf(plan), earned)
  })
  const settled = new Set((await listSettledOf(db, full)).map(nameOf))
  return full.filter((ledger) => !settled.has(nameOf(ledger)))
}

/** The proofs of these years, as everything stands now. */
export async function draftProofs(db: Db, ledgers: YearLedger[]): Promise<ProofDraft[]> {
  if (ledgers.length === 0) return []
  const plans = await plansOf(db, ledgers)
  const people = await describePeople(
    db,
    ledgers.map(({ studentId }) => studentId),
  )
  const credited = await firstCredits(db, ledgers)
  const { organizer } = await readConstants(db)
  return ledgers.map((ledger) => {
    const { studentId, year, earned } = ledger
    const person = people.get(studentId)
    const plan = plans.get(year)
    if (!person || !plan) throw new Error('the student or the plan of a proof is missing')
    const printed = {
      ...person,
      employer: plainText(person.employer),
      year,
      trial: plan.trial,
      required: asHours(requiredOf(plan)),
      earned: asHours(earned),
      entries: printedEntries(ledger, credited),
      issuer: plainText(organizer),
    }
    return { studentId, printed }
  })
}

async function plansOf(db: Db, owners: Owner[]): Promise<Map<number, Plan>> {
  const plans = new Map<number, Plan>()
  for (const year of new Set(owners.map((owner) => owner.year))) {
    const plan = await findPlanByYear(db, year)
    if (plan) plans.set(year, plan)
  }
  return plans
}

/** Names a student's year. */
export function nameOf({ studentId, year }: Owner): string {
  return `${studentId} ${year}`
}

/**
 * What stands on the proof: an entry that was reversed, and its reversal, are not printed. What a merge has brought was earned on the day
 * that its first credit has.
 */
function printedEntries(
  { studentId, entries }: YearLedger,
  credited: Map<string, Date>,
): Snapshot['entries'] {
  const reversed = reversedSeqs(entries)
  return entries
    .filter((entry) => entry.source !== 'REVERSAL' && !reversed.has(entry.seq))
    .map(({ subject, source, title, hours, at, seq }) => ({
      subject,
      source,
      title: plainText(title),
      hours: hours / 10,
      date: shanghaiDay(credited.get(placeOf({ studentId, seq })) ?? at),
    }))
}
