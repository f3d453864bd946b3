import { randomInt } from 'node:crypto'
import { proofCodeLength, proofNumber } from '@ce/contract/proof-codes'
import type { Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Owner, YearLedger } from '../../hours/service.ts'
import { notify } from '../../message/service.ts'
import { useLetters } from '../../print_font/service.ts'
import { issuedMessage, waitingMessage } from '../messages.ts'
import { missingLettersOf, printedTexts } from '../printed-texts.ts'
import { canonicalPayload, type Snapshot } from '../snapshot.ts'
import { endWaiting, keepWaiting } from '../store/waiting.ts'
import { insertProofs, nextNumbers } from '../store.ts'
import { draftProofs, dueLedgers, type ProofDraft } from './draft.ts'

/** no 0 O 1 I L: people read codes aloud to inspectors */
const codeAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Issues the proof of each year whose buckets are full and that has no valid one and is not held by staff; part of the ledger's transaction. */
export async function issueWhenComplete(tx: Tx, deps: Deps, owners: Owner[]): Promise<void> {
  await issueProofs(tx, deps, await dueLedgers(tx, owners))
}

/**
 * Issues the proofs of these years, as everything stands now. A proof with a letter that no font draws is not issued: its year waits, and
 * its student is told.
 * @returns the numbers of those issued, in this order
 */
export async function issueProofs(
  tx: Tx,
  deps: Deps,
  ledgers: YearLedger[],
): Promise<{ year: number; number: string }[]> {
  if (ledgers.length === 0) return []
  const drafts = await withoutMissing(tx, await draftProofs(tx, ledgers))
  if (drafts.length === 0) return []
  const { practice } = deps.env
  const seriesOf = ({ printed }: ProofDraft) =>
    practice ? 'PRACTICE' : printed.trial ? 'TRIAL' : 'ORDINARY'
  const trials = drafts.filter((draft) => seriesOf(draft) === 'TRIAL').length
  const { day, now, ...serials } = await nextNumbers(tx, {
    ordinary: drafts.length - trials,
    trial: trials,
  })
  const proofs = drafts.map((draft) => {
    const { studentId, printed } = draft
    const series = seriesOf(draft)
    const serial = (series === 'TRIAL' ? serials.trial : serials.ordinary).shift()
    if (serial === undefined) throw new Error('the number of a proof is missing')
    const { year } = printed
    const number = proofNumber(series, year, serial)
    // signed as what counts for nothing, whatever its plan is
    const trial = printed.trial || practice
    const snapshot: Snapshot = { ...printed, trial, number, issuedOn: day }
    const code = newCode()
    const payload = canonicalPayload(snapshot, code)
    const { signature, keyId } = deps.keys.proofs.sign(payload)
    return { number, code, studentId, year, snapshot, payload, signature, keyId, issuedAt: now }
  })
  const replaced = await insertProofs(tx, proofs)
  await endWaiting(tx, proofs)
  await notify(
    tx,
    ...proofs.map((proof) => issuedMessage(proof, replaced.get(proof.number) ?? null)),
  )
  return proofs.map(({ year, number }) => ({ year, number }))
}

/** Those that can be printed; the others wait from now on. */
async function withoutMissing(tx: Tx, drafts: ProofDraft[]): Promise<ProofDraft[]> {
  const undrawn = await useLetters(
    tx,
    drafts.flatMap(({ printed }) => printedTexts(printed)),
  )
  if (undrawn.size === 0) return drafts
  const waiting = drafts.flatMap(({ studentId, printed }) => {
    const missing = missingLettersOf(printed, undrawn)
    return missing.length > 0
      ? [{ studentId, year: printed.year, trial: printed.trial, missing }]
      : []
  })
  await keepWaiting(tx, waiting)
  await notify(tx, ...waiting.map(waitingMessage))
  return drafts.filter(({ printed }) => missingLettersOf(printed, undrawn).length === 0)
}

function newCode(): string {
  return Array.from(
    { length: proofCodeLength },
    () => codeAlphabet[randomInt(codeAlphabet.length)],
  ).join('')
}
