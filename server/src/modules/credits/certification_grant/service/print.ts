import { setImmediate } from 'node:timers/promises'
import { invalidProofTexts, yearNameTexts } from '@ce/contract/trial-text'
import type { StudentActor } from '../../../../platform/auth/sessions.ts'
import { limitConcurrency } from '../../../../platform/batches.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { createPrivateUrl, verifyPrivateUrl } from '../../../../platform/files/links.ts'
import { shanghaiDay } from '../../../../platform/shanghai-day.ts'
import { PageCache } from '../../../../platform/web/page-cache.ts'
import { listUnrenderedLetters, loadRenderedLetters } from '../../../file/print_font/service/letters.ts'
import { type ProofPageInput, renderProofPages, renderProofPdf } from '../pdf/proof-pdf.ts'
import { maySeeProof } from '../policy.ts'
import { listFieldsWithMissingGlyphs, printedTexts, replaceUnprintable } from '../printed-texts.ts'
import { publicRevocationReasonOf } from '../snapshot.ts'
import { findProof, listProofsById, listValidProofs, type ProofRow } from '../store.ts'
import { proofAddresses, readProofSnapshot } from './query.ts'

/** A page takes 20 ms of CPU, so the server answers other requests between two pages. */
const drawing = limitConcurrency(1)
/** This limit stops one student from filling the queue. */
const ofOneStudent = limitConcurrency(1)
/** A drawn PDF is cached as long as a link to it works; the cache has room for about 200. */
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

/** @throws Refusal grant.cannotPrint */
export async function loadProofPage(deps: Deps, proof: ProofRow): Promise<ProofPageInput> {
  const snapshot = readProofSnapshot(proof)
  const reason = publicRevocationReasonOf(proof)
  const texts = [...printedTexts(snapshot), reason]
  const undrawn = await listUnrenderedLetters(deps.db, texts)
  const missing = listFieldsWithMissingGlyphs(snapshot, undrawn)
  if (missing.length > 0) refuse('grant.cannotPrint', { letters: missing.map(({ letters }) => letters).join('') })
  return {
    snapshot,
    code: proof.code,
    ...proofAddresses(deps, proof),
    revoked: proof.revokedAt ? { on: shanghaiDay(proof.revokedAt), reason: replaceUnprintable(reason, undrawn) } : null,
    letters: await loadRenderedLetters(deps.db, texts),
  }
}

/**
 * The PDF is cached while the proof is unchanged. @throws Refusal common.busy if the client is `gone` before rendering
 * starts
 */
function pdfOf(studentId: string, proofs: ProofRow[], gone: AbortSignal, draw: () => Promise<Buffer>) {
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

/** The signed address works for ten minutes and only for this proof and student. */
export async function openProofPdf(deps: Deps, link: Link, gone: AbortSignal) {
  if (!verifyPrivateUrl(deps.keys, 'proofs', link)) return refuse('file.linkInvalid')
  const proof = await findProof(deps.db, link.id)
  if (!proof || !maySeeProof({ studentId: link.s, tokenHash: '' }, proof)) return refuse('grant.notFound')
  const paper = await loadProofPage(deps, proof)
  const pdf = await pdfOf(link.s, [proof], gone, () => renderProofPdf(paper))
  const { snapshot } = paper
  const words = yearNameTexts(snapshot, invalidProofTexts(snapshot).tag)
  return { pdf, name: `${words.proof}-${snapshot.year}-${snapshot.name}.pdf` }
}

/** @throws Refusal grant.notFound */
export async function createYearsPdfLink(deps: Deps, student: StudentActor, { years }: { years: number[] }) {
  const wanted = [...new Set(years)].sort((a, b) => a - b)
  await requireValid(deps, student.studentId, wanted)
  return { url: createPrivateUrl(deps.keys, 'proof-years', wanted.join('.'), student.studentId) }
}

export async function openYearsPdf(deps: Deps, link: Link, gone: AbortSignal) {
  if (!verifyPrivateUrl(deps.keys, 'proof-years', link)) return refuse('file.linkInvalid')
  const years = link.id.split('.').map(Number)
  const proofs = await requireValid(deps, link.s, years)
  const papers = await Promise.all(proofs.map((proof) => loadProofPage(deps, proof)))
  const pdf = await pdfOf(link.s, proofs, gone, async () => {
    const parts: Buffer[] = []
    for await (const part of renderProofPages(papers)) parts.push(part)
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
