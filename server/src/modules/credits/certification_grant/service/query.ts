import { proofVerificationUrl } from '@ce/contract/proof-codes'
import type { StudentActor } from '../../../../platform/auth/sessions.ts'
import type { Db } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { createPrivateUrl } from '../../../../platform/files/links.ts'
import { requiredHoursOf } from '../../../catalogue/required-courses.ts'
import { findPlanByYear, listPlans } from '../../../catalogue/service.ts'
import { listUnrenderedLetters } from '../../../file/print_font/service/letters.ts'
import { findFirstRelevantYear, listSigns } from '../../../learning/sign/service.ts'
import { yearsShownToStudent } from '../../../learning/sign/shown-years.ts'
import { areHoursComplete } from '../../../learning/sign/state.ts'
import { loadHoursTotals, loadYearLedgers, type NewLedgerEntry, type StudentYearKey } from '../../hours/service.ts'
import { emptyYearTotals, missingHoursOf, toHoursPerSubject } from '../../hours/totals.ts'
import { maySeeProof } from '../policy.ts'
import { printedTexts } from '../printed-texts.ts'
import { type ProofSnapshot, proofSnapshotShape } from '../snapshot.ts'
import { listProofHistory } from '../store/desk.ts'
import { findProof, findProofReplacements, type ProofRow } from '../store.ts'
import { emptyYearProof, loadYearProofs } from './credit.ts'

/** Returns the newest year first. */
export async function queryProofYears(deps: Deps, student: StudentActor, input: { year?: number | undefined }) {
  const [plans, signs, totals, proofs, since] = await Promise.all([
    listPlans(deps.db),
    listSigns(deps.db, student.studentId),
    loadHoursTotals(deps.db, student.studentId),
    loadYearProofs(deps.db, student.studentId),
    findFirstRelevantYear(deps, student.studentId),
  ])
  const list = yearsShownToStudent(plans, { signs, ledger: totals, since })
    .filter(({ year }) => input.year === undefined || year === input.year)
    .map(({ year, title, trial, required }) => {
      const { earned } = totals.find((row) => row.year === year) ?? emptyYearTotals(year)
      return {
        year,
        title,
        trial,
        required: toHoursPerSubject(required),
        earned: toHoursPerSubject(earned),
        missing: toHoursPerSubject(missingHoursOf(required, earned)),
        ...(proofs.get(year) ?? emptyYearProof),
      }
    })
  return { list }
}

async function requireOwnProof(deps: Deps, student: StudentActor, id: string): Promise<ProofRow> {
  const proof = await findProof(deps.db, id)
  if (!proof || !maySeeProof(student, proof)) return refuse('grant.notFound')
  return proof
}

export async function loadProofInfo(deps: Deps, student: StudentActor, input: { id: string }) {
  const proof = await requireOwnProof(deps, student, input.id)
  return {
    ...readProofSnapshot(proof),
    unprintable: await listUnprintableCharacters(deps, proof),
    id: proof.id,
    state: proofStateOf(proof),
    code: proof.code,
    ...proofAddresses(deps, proof),
    pdfUrl: createPrivateUrl(deps.keys, 'proofs', proof.id, student.studentId),
    issuedAt: proof.issuedAt,
    revokedAt: proof.revokedAt,
    revokeReason: proof.revokeReason,
    ...(await findProofReplacements(deps.db, proof.id)),
  }
}

/** Returns the characters that no font has, or nothing if the proof can be printed. */
export async function listUnprintableCharacters({ db }: Deps, proof: ProofRow): Promise<string> {
  const texts = printedTexts(readProofSnapshot(proof))
  return [...(await listUnrenderedLetters(db, texts))].join('')
}

/** INCOMPLETE describes a year, never a proof. */
export function proofStateOf(proof: Pick<ProofRow, 'revokedAt'>): 'ISSUED' | 'REVOKED' {
  return proof.revokedAt ? 'REVOKED' : 'ISSUED'
}

export function readProofSnapshot(proof: Pick<ProofRow, 'snapshot'>): ProofSnapshot {
  return proofSnapshotShape.parse(proof.snapshot)
}

/** The signed text is in the URL fragment, which never reaches a server. */
export function proofAddresses(deps: Deps, proof: ProofRow) {
  const { code, payload, signature, keyId } = proof
  const verifyUrl = proofVerificationUrl(deps.publicUrl(), code)
  const text = Buffer.from(payload).toString('base64url')
  return {
    verifyUrl,
    offlineUrl: `${verifyUrl}#${text}.${signature.toString('base64url')}.${keyId}`,
  }
}

export interface ProofForecast {
  valid: { number: string; issuedAt: Date } | null
  revoked: string | null
  /** True if staff revoked the proof, so that complete hours do not lead to a new one. */
  held: boolean
  full: boolean
}

/** Forecasts the proof after a change of hours, without writing. Negative tenths mean a reversal. */
export async function forecastProof(
  db: Db,
  owner: StudentYearKey,
  { subject, hours }: Pick<NewLedgerEntry, 'subject' | 'hours'>,
): Promise<ProofForecast> {
  const [ledger] = await loadYearLedgers(db, [owner])
  const plan = await findPlanByYear(db, owner.year)
  const history = await listProofHistory(db, owner)
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
    full: plan !== undefined && areHoursComplete(requiredHoursOf(plan), earned),
  }
}
