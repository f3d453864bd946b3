import { createHash } from 'node:crypto'
import { limitConcurrency } from '../../../../platform/batches.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { verifyPrivateUrl } from '../../../../platform/files/links.ts'
import { requireOwnStore } from '../../../../platform/files/open-store.ts'
import { continueForBudget, sweepItemsOneByOne } from '../../../../platform/jobs/sweep.ts'
import { logFault } from '../../../../platform/observability/log.ts'
import { type ProofPageInput, renderProofPages } from '../pdf/proof-pdf.ts'
import {
  claimStalledPrintRun,
  findPrintRun,
  listOldPrintRuns,
  type PrintRun,
  setPrintFailed,
  setPrintFileRemoved,
  setPrintProgress,
  setPrintRendered,
  touchPrintRuns,
  unclaimPrintRun,
} from '../store/prints.ts'
import { listProofsById } from '../store.ts'
import { loadProofPage } from './print.ts'

const step = 25
const folder = 'proof-prints'
const fileOf = (id: string) => `${folder}/${id}.pdf`
const keptMs = 24 * 3_600_000
/** Only one print run is drawn at a time, because each takes seconds of CPU. */
const working = limitConcurrency(1)

/** Thrown when another process has claimed this print run. */
class NotOurs extends Error {}

/** Stores the PDF page by page. It never throws, because no caller awaits it. */
export async function renderPrintRun(deps: Deps, id: string): Promise<void> {
  const row = await findPrintRun(deps.db, id).catch(() => undefined)
  if (row?.state === 'WORKING') await inLine(deps, row)
}

/** Waiting print runs show regularly that they are alive, so that no other process claims them. */
const waiting = new Set<PrintRun>()

async function inLine(deps: Deps, row: PrintRun, stopping?: AbortSignal): Promise<void> {
  waiting.add(row)
  try {
    await working('', () => drawRow(deps, row, stopping))
  } finally {
    waiting.delete(row)
  }
}

async function drawRow(deps: Deps, row: PrintRun, stopping?: AbortSignal): Promise<void> {
  const hash = createHash('sha256')
  let size = 0
  async function* counted() {
    for await (const part of renderProofPages(papersOf(deps, row, stopping))) {
      hash.update(part)
      size += part.length
      yield part
    }
  }
  try {
    await deps.files.put(fileOf(row.id), counted())
    await setPrintRendered(deps.db, row, { size, sha256: hash.digest() })
  } catch (error) {
    if (error instanceof NotOurs) return
    if (stopping?.aborted) return unclaimPrintRun(deps.db, row)
    logFault('proof prints', error)
    // If the database is down, a job finds the stopped run later.
    await setPrintFailed(deps.db, row).catch(() => undefined)
  }
}

/** A proof that was revoked meanwhile is printed as revoked. */
async function* papersOf(deps: Deps, row: PrintRun, stopping: AbortSignal | undefined): AsyncGenerator<ProofPageInput> {
  for (let from = 0; from < row.proofIds.length; from += step) {
    const ids = row.proofIds.slice(from, from + step)
    const proofs = new Map((await listProofsById(deps.db, ids)).map((proof) => [proof.id, proof]))
    for (const id of ids) {
      const proof = proofs.get(id)
      stopping?.throwIfAborted()
      if (proof) yield await loadProofPage(deps, proof)
    }
    if (!(await setPrintProgress(deps.db, row, Math.min(from + step, row.proofIds.length)))) throw new NotOurs()
    // Renew the waiting print runs too, because this process will still render them.
    await touchPrintRuns(deps.db, waiting)
  }
}

/**
 * This job restarts a print run from its first page if the process that rendered it died. With a stop of the process it
 * ends between two pages.
 */
export async function resumePrints(deps: Deps, stopping?: AbortSignal): Promise<void> {
  stopping?.throwIfAborted()
  const row = await claimStalledPrintRun(deps.db)
  if (row) await inLine(deps, row, stopping)
}

/** This job deletes printed files after a day; the row stays as a record. */
export async function removeOldPrints(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const { db, files } = deps
  const job = 'certification_grant.removeOldPrints'
  const goesOn = continueForBudget(stopping)
  await sweepItemsOneByOne(db, {
    job,
    items: await listOldPrintRuns(db, job),
    subjectOf: ({ id }) => id,
    work: async ({ id }) => {
      await files.remove(fileOf(id))
      await setPrintFileRemoved(db, id)
    },
    goesOn,
  })
  // A crashed process can leave files that no row mentions.
  const strays = (await files.list(folder)).filter(({ writtenAt }) => writtenAt.getTime() < Date.now() - keptMs)
  if (strays.length > 0) await requireOwnStore(deps)
  await sweepItemsOneByOne(db, {
    job,
    items: strays,
    subjectOf: ({ key }) => key,
    work: ({ key }) => files.remove(key),
    goesOn,
  })
}

/** The signed file address works for ten minutes and only for the requester. */
export async function openPrintRunFile({ db, keys }: Deps, link: { id: string; s: string; e: string; t: string }) {
  if (!verifyPrivateUrl(keys, 'proof-prints', link)) return refuse('file.linkInvalid')
  const row = await findPrintRun(db, link.id)
  if (row?.staffId !== link.s || !row.size || !row.sha256 || row.removedAt) return refuse('grant.noSuchPrint')
  return {
    storageKey: fileOf(row.id),
    name: `学时证明-${row.proofIds.length}份.pdf`,
    mime: 'application/pdf',
    size: Number(row.size),
    sha256: row.sha256,
  }
}
