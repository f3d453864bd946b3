import { randomInt } from 'node:crypto'
import type { Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { shanghaiDay } from '../../../platform/shanghai-day.ts'
import { findPlanByYear, type Plan, requiredOf } from '../../catalogue/service.ts'
import { readSiteInfo } from '../../first_page/service.ts'
import { asHours, type Entry, listEntries, yearTotals } from '../../hours/service.ts'
import { bucketsFull } from '../../sign/service.ts'
import { describePerson } from '../../student/service/person.ts'
import { canonicalPayload, type Snapshot } from '../snapshot.ts'
import { findValidProof, insertProof, nextNumber } from '../store.ts'

/** no 0 O 1 I L: people read codes aloud to inspectors */
const codeAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Issues the year's proof if both buckets are full and no valid one exists; part of the ledger's transaction. */
export async function issueWhenComplete(
  tx: Tx,
  deps: Deps,
  studentId: string,
  year: number,
): Promise<void> {
  const plan = await findPlanByYear(tx, year)
  if (!plan) return
  const { earned } = await yearTotals(tx, studentId, year)
  if (!bucketsFull(requiredOf(plan), earned) || (await findValidProof(tx, studentId, year))) return
  await issueProof(tx, deps, studentId, plan)
}

/** Issues the proof of a plan's year, as everything stands now. @returns its number */
export async function issueProof(
  tx: Tx,
  deps: Deps,
  studentId: string,
  plan: Plan,
): Promise<string> {
  const { year } = plan
  const required = requiredOf(plan)
  const { earned } = await yearTotals(tx, studentId, year)
  const { serial, day, now } = await nextNumber(tx)
  const code = newCode()
  const snapshot: Snapshot = {
    ...(await describePerson(tx, studentId)),
    number: `CE${year}${String(serial).padStart(7, '0')}`,
    year,
    required: asHours(required),
    earned: asHours(earned),
    entries: printedEntries(await listEntries(tx, studentId, year)),
    issuer: (await readSiteInfo(tx)).organizer,
    issuedOn: day,
  }
  const payload = canonicalPayload(snapshot, code)
  await insertProof(tx, {
    number: snapshot.number,
    code,
    studentId,
    year,
    snapshot,
    payload,
    signature: deps.keys.signProof(payload),
    keyId: deps.keys.proofKeyId,
    issuedAt: now,
  })
  return snapshot.number
}

function newCode(): string {
  return Array.from({ length: 16 }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('')
}

/** What stands on the proof: an entry that was reversed, and its reversal, are not printed. */
function printedEntries(entries: Entry[]): Snapshot['entries'] {
  const reversed = new Set(
    entries.filter((e) => e.source === 'REVERSAL').map((e) => Number(e.sourceId)),
  )
  return entries
    .filter((entry) => entry.source !== 'REVERSAL' && !reversed.has(entry.seq))
    .map(({ subject, source, title, hours, at }) => ({
      subject,
      source,
      title,
      hours: hours / 10,
      date: shanghaiDay(at),
    }))
}
