import { randomInt } from 'node:crypto'
import { proofCodeLength, proofNumber } from '@ce/contract/proof-codes'
import type { Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
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
import { notify } from '../../message/service.ts'
import { bucketsFull } from '../../sign/service.ts'
import { describePeople } from '../../student/service/person.ts'
import { issuedMessage } from '../messages.ts'
import { canonicalPayload, type Snapshot } from '../snapshot.ts'
import { insertProofs, listSettledOf, nextNumbers } from '../store.ts'

/** no 0 O 1 I L: people read codes aloud to inspectors */
const codeAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Issues the proof of each year whose buckets are full and that has no valid one and is not held by staff; part of the ledger's transaction. */
export async function issueWhenComplete(tx: Tx, deps: Deps, owners: Owner[]): Promise<void> {
  const plans = await plansOf(tx, owners)
  const ledgers = await yearLedgers(tx, owners)
  const full = ledgers.filter(({ year, earned }) => {
    const plan = plans.get(year)
    return plan && bucketsFull(requiredOf(plan), earned)
  })
  const settled = new Set((await listSettledOf(tx, full)).map(nameOf))
  const due = full.filter((ledger) => !settled.has(nameOf(ledger)))
  await issue(tx, deps, due, plans)
}

/** Issues the proofs of these years, as everything stands now. @returns their numbers, in this order */
export async function issueProofs(
  tx: Tx,
  deps: Deps,
  ledgers: YearLedger[],
): Promise<{ year: number; number: string }[]> {
  return issue(tx, deps, ledgers, await plansOf(tx, ledgers))
}

async function issue(
  tx: Tx,
  deps: Deps,
  ledgers: YearLedger[],
  plans: Map<number, Plan>,
): Promise<{ year: number; number: string }[]> {
  if (ledgers.length === 0) return []
  const { serials, day, now } = await nextNumbers(tx, ledgers.length)
  const people = await describePeople(
    tx,
    ledgers.map(({ studentId }) => studentId),
  )
  const credited = await firstCredits(tx, ledgers)
  const { organizer: issuer } = await readConstants(tx)
  const proofs = ledgers.map((ledger, index) => {
    const { studentId, year, earned } = ledger
    const person = people.get(studentId)
    const plan = plans.get(year)
    const serial = serials[index]
    if (!person || !plan || serial === undefined)
      throw new Error('the student, the plan or the number of a proof is missing')
    const snapshot: Snapshot = {
      ...person,
      number: proofNumber(year, serial),
      year,
      trial: plan.trial,
      required: asHours(requiredOf(plan)),
      earned: asHours(earned),
      entries: printedEntries(ledger, credited),
      issuer,
      issuedOn: day,
    }
    const code = newCode()
    const payload = canonicalPayload(snapshot, code)
    const { signature, keyId } = deps.keys.proofs.sign(payload)
    const { number } = snapshot
    return { number, code, studentId, year, snapshot, payload, signature, keyId, issuedAt: now }
  })
  await insertProofs(tx, proofs)
  await notify(tx, ...proofs.map(issuedMessage))
  return proofs.map(({ year, number }) => ({ year, number }))
}

async function plansOf(tx: Tx, owners: Owner[]): Promise<Map<number, Plan>> {
  const plans = new Map<number, Plan>()
  for (const year of new Set(owners.map((owner) => owner.year))) {
    const plan = await findPlanByYear(tx, year)
    if (plan) plans.set(year, plan)
  }
  return plans
}

function nameOf({ studentId, year }: Owner): string {
  return `${studentId} ${year}`
}

function newCode(): string {
  return Array.from(
    { length: proofCodeLength },
    () => codeAlphabet[randomInt(codeAlphabet.length)],
  ).join('')
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
      title,
      hours: hours / 10,
      date: shanghaiDay(credited.get(placeOf({ studentId, seq })) ?? at),
    }))
}
