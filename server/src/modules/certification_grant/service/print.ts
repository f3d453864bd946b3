import { setImmediate } from 'node:timers/promises'
import { nothingWords, yearWords } from '@ce/contract/trial-words'
import { atMost } from '../../../platform/at-most.ts'
import type { StudentActor } from '../../../platform/auth/sessions.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { linkValid, signedUrl } from '../../../platform/files/links.ts'
import { shanghaiDay } from '../../../platform/shanghai-day.ts'
import { PageCache } from '../../../platform/web/page-cache.ts'
import { loadLetters, undrawnLetters } from '../../print_font/service.ts'
import { makeProofPdf, type ProofPaper, proofPages } from '../pdf/proof-pdf.ts'
import { maySeeProof } from '../policy.ts'
import { missingLettersOf, printedTexts, withStandIns } from '../printed-texts.ts'
import { publicReason } from '../revocation.ts'
import { findProof, listProofsById, listValidProofs, type ProofRow } from '../store.ts'
import { proofAddresses, readSnapshot } from './query.ts'

/** a page is some 20 ms of CPU: one at a time, and every other request has its turn in between */
const drawing = atMost(1)
/** nobody stands in that line twice: whoever asks a hundred times waits for themselves */
const ofOneStudent = atMost(1)
/** as long as a link to one lives; some two hundred */
const drawn = new PageCache<Buffer>({
  ttlMs: 600_000,
  bytes: 16 * 1024 * 1024,
  sizeOf: (pdf) => pdf.length,
  keeps: () => true,
})

interface Link {
  id: string
  s: string
  e: string
  t: string
}

/** What a proof's page says. @throws Refusal grant.cannotPrint for one of before whose letters nothing draws */
export async function paperOf(deps: Deps, proof: ProofRow): Promise<ProofPaper> {
  const snapshot = readSnapshot(proof)
  const reason = publicReason(proof)
  const texts = [...printedTexts(snapshot), reason]
  const undrawn = await undrawnLetters(deps.db, texts)
  const missing = missingLettersOf(snapshot, undrawn)
  if (missing.length > 0)
    refuse('grant.cannotPrint', { letters: missing.map(({ letters }) => letters).join('') })
  return {
    snapshot,
    code: proof.code,
    ...proofAddresses(deps, proof),
    revoked: proof.revokedAt
      ? { on: shanghaiDay(proof.revokedAt), reason: withStandIns(reason, undrawn) }
      : null,
    letters: await loadLetters(deps.db, texts),
  }
}

/**
 * The student's papers in one PDF, drawn once for as long as it shows the same.
 * @throws Refusal common.busy before it is drawn for somebody who is `gone`: nobody hears it
 */
function pdfOf(
  studentId: string,
  proofs: ProofRow[],
  gone: AbortSignal,
  draw: () => Promise<Buffer>,
) {
  const shown = proofs.map(({ id, revokedAt }) => `${id} ${revokedAt?.getTime() ?? ''}`).join()
  return ofOneStudent(studentId, async () => {
    const { value } = await drawn.get(shown, () =>
      drawing('', async () => {
        await setImmediate()
        return gone.aborted ? refuse('common.busy') : draw()
      }),
    )
    return value
  })
}

/** The proof's PDF behind its signed address: bound to the proof and its student, ten minutes. */
export async function printProof(deps: Deps, link: Link, gone: AbortSignal) {
  if (!linkValid(deps.keys, 'proofs', link)) return refuse('file.linkInvalid')
  const proof = await findProof(deps.db, link.id)
  if (!proof || !maySeeProof({ studentId: link.s, tokenHash: '' }, proof))
    return refuse('grant.notFound')
  const paper = await paperOf(deps, proof)
  const pdf = await pdfOf(link.s, [proof], gone, () => makeProofPdf(paper))
  const { snapshot } = paper
  const words = yearWords(snapshot, nothingWords(snapshot).tag)
  return { pdf, name: `${words.proof}-${snapshot.year}-${snapshot.name}.pdf` }
}

/** The address of one PDF with the valid proofs of several years. @throws Refusal grant.notFound when a year has none */
export async function printYears(
  deps: Deps,
  student: StudentActor,
  { years }: { years: number[] },
) {
  const wanted = [...new Set(years)].sort((a, b) => a - b)
  await requireValid(deps, student.studentId, wanted)
  return { url: signedUrl(deps.keys, 'proof-years', wanted.join('.'), student.studentId) }
}

/** That PDF, the oldest year first. */
export async function printYearsPdf(deps: Deps, link: Link, gone: AbortSignal) {
  if (!linkValid(deps.keys, 'proof-years', link)) return refuse('file.linkInvalid')
  const years = link.id.split('.').map(Number)
  const proofs = await requireValid(deps, link.s, years)
  const papers = await Promise.all(proofs.map((proof) => paperOf(deps, proof)))
  const pdf = await pdfOf(link.s, proofs, gone, async () => {
    const parts: Buffer[] = []
    for await (const part of proofPages(papers)) parts.push(part)
    return Buffer.concat(parts)
  })
  return { pdf, name: `学时证明-${years.join('、')}-${papers[0]?.snapshot.name}.pdf` }
}

async function requireValid({ db }: Deps, studentId: string, years: number[]): Promise<ProofRow[]> {
  const valid = await listValidProofs(db, studentId)
  const wanted = valid.filter(({ year }) => years.includes(year)).map(({ id }) => id)
  if (wanted.length < years.length) return refuse('grant.notFound')
  return (await listProofsById(db, wanted)).sort((a, b) => a.year - b.year)
}
