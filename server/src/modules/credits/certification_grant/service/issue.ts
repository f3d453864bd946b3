import { randomInt } from 'node:crypto'
import { formatProofNumber, proofCodeLength } from '@ce/contract/proof-codes'
import type { Db, Tx } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { shanghaiDay } from '../../../../platform/shanghai-day.ts'
import { requiredHoursOf } from '../../../catalogue/required-courses.ts'
import { findPlanByYear, type Plan } from '../../../catalogue/service.ts'
import { loadSiteConstants } from '../../../content/first_page/service/site.ts'
import { reserveRenderedCharacters } from '../../../file/print_font/service/letters.ts'
import { areHoursComplete } from '../../../learning/sign/state.ts'
import { notify } from '../../../message/service.ts'
import { loadPeopleForProofs } from '../../../student/service/person.ts'
import {
  findFirstCreditDays,
  ledgerEntryKeyOf,
  listReversedEntryNumbers,
  loadYearLedgers,
  type StudentYearKey,
  type YearLedger,
} from '../../hours/service.ts'
import { toHoursPerSubject } from '../../hours/totals.ts'
import { proofIssuedMessage, proofWaitingMessage } from '../messages.ts'
import { listFieldsWithMissingGlyphs, printedTexts, toPrintableText } from '../printed-texts.ts'
import { canonicalPayload, type ProofSnapshot } from '../snapshot.ts'
import { deleteWaitingProofs, saveWaitingProofs } from '../store/waiting.ts'
import { insertProofs, listYearsWithProof, takeProofNumbers } from '../store.ts'

/** Verification codes have no 0, O, 1, I and L, because people read them aloud. */
const codeAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

export interface ProofDraft {
  studentId: string
  printed: Omit<ProofSnapshot, 'number' | 'issuedOn'>
}

export async function listCompleteYears(db: Db, owners: StudentYearKey[]): Promise<YearLedger[]> {
  const plans = await plansOf(db, owners)
  const ledgers = await loadYearLedgers(db, owners)
  const full = ledgers.filter(({ year, earned }) => {
    const plan = plans.get(year)
    return plan && areHoursComplete(requiredHoursOf(plan), earned)
  })
  const settled = new Set((await listYearsWithProof(db, full)).map(studentYearKeyOf))
  return full.filter((ledger) => !settled.has(studentYearKeyOf(ledger)))
}

export async function createProofDrafts(db: Db, ledgers: YearLedger[]): Promise<ProofDraft[]> {
  if (ledgers.length === 0) return []
  const plans = await plansOf(db, ledgers)
  const people = await loadPeopleForProofs(
    db,
    ledgers.map(({ studentId }) => studentId),
  )
  const credited = await findFirstCreditDays(db, ledgers)
  const { organizer } = await loadSiteConstants(db)
  return ledgers.map((ledger) => {
    const { studentId, year, earned } = ledger
    const person = people.get(studentId)
    const plan = plans.get(year)
    if (!person || !plan) throw new Error('the student or the plan of a proof is missing')
    const printed = {
      ...person,
      employer: toPrintableText(person.employer),
      year,
      trial: plan.trial,
      required: toHoursPerSubject(requiredHoursOf(plan)),
      earned: toHoursPerSubject(earned),
      entries: printedEntries(ledger, credited),
      issuer: toPrintableText(organizer),
    }
    return { studentId, printed }
  })
}

async function plansOf(db: Db, owners: StudentYearKey[]): Promise<Map<number, Plan>> {
  const plans = new Map<number, Plan>()
  for (const year of new Set(owners.map((owner) => owner.year))) {
    const plan = await findPlanByYear(db, year)
    if (plan) plans.set(year, plan)
  }
  return plans
}

export function studentYearKeyOf({ studentId, year }: StudentYearKey): string {
  return `${studentId} ${year}`
}

/** The proof lists no reversed hours. Merged hours keep the date of their first credit. */
function printedEntries({ studentId, entries }: YearLedger, credited: Map<string, Date>): ProofSnapshot['entries'] {
  const reversed = listReversedEntryNumbers(entries)
  return entries
    .filter((entry) => entry.source !== 'REVERSAL' && !reversed.has(entry.seq))
    .map(({ subject, source, title, hours, at, seq }) => ({
      subject,
      source,
      title: toPrintableText(title),
      hours: hours / 10,
      date: shanghaiDay(credited.get(ledgerEntryKeyOf({ studentId, seq })) ?? at),
    }))
}

/** Issues proofs of complete years in the ledger transaction; years withheld by staff are skipped. */
export async function issueWhenComplete(tx: Tx, deps: Deps, owners: StudentYearKey[]): Promise<void> {
  await issueProofs(tx, deps, await listCompleteYears(tx, owners))
}

/**
 * A proof waits if our fonts lack one of its characters, and the student is notified. @returns the proof numbers in the
 * order of the drafts
 */
export async function issueProofs(
  tx: Tx,
  deps: Deps,
  ledgers: YearLedger[],
): Promise<{ year: number; number: string }[]> {
  if (ledgers.length === 0) return []
  const drafts = await withoutMissing(tx, await createProofDrafts(tx, ledgers))
  if (drafts.length === 0) return []
  const { practice } = deps.env
  const seriesOf = ({ printed }: ProofDraft) => (practice ? 'PRACTICE' : printed.trial ? 'TRIAL' : 'ORDINARY')
  const trials = drafts.filter((draft) => seriesOf(draft) === 'TRIAL').length
  const { day, now, ...serials } = await takeProofNumbers(tx, {
    ordinary: drafts.length - trials,
    trial: trials,
  })
  const proofs = drafts.map((draft) => {
    const { studentId, printed } = draft
    const series = seriesOf(draft)
    const serial = (series === 'TRIAL' ? serials.trial : serials.ordinary).shift()
    if (serial === undefined) throw new Error('the number of a proof is missing')
    const { year } = printed
    const number = formatProofNumber(series, year, serial)
    // A practice portal signs every proof as a trial.
    const trial = printed.trial || practice
    const snapshot: ProofSnapshot = { ...printed, trial, number, issuedOn: day }
    const code = newCode()
    const payload = canonicalPayload(snapshot, code)
    const { signature, keyId } = deps.keys.proofs.sign(payload)
    return { number, code, studentId, year, snapshot, payload, signature, keyId, issuedAt: now }
  })
  const replaced = await insertProofs(tx, proofs)
  await deleteWaitingProofs(tx, proofs)
  await notify(tx, ...proofs.map((proof) => proofIssuedMessage(proof, replaced.get(proof.number) ?? null)))
  return proofs.map(({ year, number }) => ({ year, number }))
}

async function withoutMissing(tx: Tx, drafts: ProofDraft[]): Promise<ProofDraft[]> {
  const undrawn = await reserveRenderedCharacters(
    tx,
    drafts.flatMap(({ printed }) => printedTexts(printed)),
  )
  if (undrawn.size === 0) return drafts
  const waiting = drafts.flatMap(({ studentId, printed }) => {
    const missing = listFieldsWithMissingGlyphs(printed, undrawn)
    return missing.length > 0 ? [{ studentId, year: printed.year, trial: printed.trial, missing }] : []
  })
  await saveWaitingProofs(tx, waiting)
  await notify(tx, ...waiting.map(proofWaitingMessage))
  return drafts.filter(({ printed }) => listFieldsWithMissingGlyphs(printed, undrawn).length === 0)
}

function newCode(): string {
  return Array.from({ length: proofCodeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('')
}
