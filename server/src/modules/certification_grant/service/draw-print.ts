import { createHash } from 'node:crypto'
import { atMost } from '../../../platform/at-most.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { linkValid } from '../../../platform/files/links.ts'
import { sweepEach } from '../../../platform/jobs/sweep.ts'
import { logFault } from '../../../platform/observability/log.ts'
import { type ProofPaper, proofPages } from '../pdf/proof-pdf.ts'
import {
  claimStalledPrint,
  findPrint,
  listOldPrints,
  type PrintRow,
  setDone,
  setDrawn,
  setFailed,
  setRemoved,
  touchPrints,
} from '../store/prints.ts'
import { listProofsById } from '../store.ts'
import { paperOf } from './print.ts'

/** so many proofs are read, drawn and reported at a time */
const step = 25
const folder = 'proof-prints'
const fileOf = (id: string) => `${folder}/${id}.pdf`
const keptMs = 24 * 3_600_000
/** one batch at a time: each is seconds of CPU */
const working = atMost(1)

/** Another process has taken it over. */
class NotOurs extends Error {}

/** Draws a batch page by page into the file store. Never throws: whoever started it has gone on. */
export async function drawPrint(deps: Deps, id: string): Promise<void> {
  const row = await findPrint(deps.db, id).catch(() => undefined)
  if (row?.state === 'WORKING') await inLine(deps, row)
}

/** what waits its turn in this process, or is drawn by it: nobody else takes that for dead */
const waiting = new Set<PrintRow>()

async function inLine(deps: Deps, row: PrintRow): Promise<void> {
  waiting.add(row)
  try {
    await working('', () => drawRow(deps, row))
  } finally {
    waiting.delete(row)
  }
}

async function drawRow(deps: Deps, row: PrintRow): Promise<void> {
  const hash = createHash('sha256')
  let size = 0
  async function* counted() {
    for await (const part of proofPages(papersOf(deps, row))) {
      hash.update(part)
      size += part.length
      yield part
    }
  }
  try {
    await deps.files.put(fileOf(row.id), counted())
    await setDrawn(deps.db, row, { size, sha256: hash.digest() })
  } catch (error) {
    if (error instanceof NotOurs) return
    logFault('proof prints', error)
    // the database may be what is broken: then the sweep finds it standing still
    await setFailed(deps.db, row).catch(() => undefined)
  }
}

/** A proof that was revoked meanwhile is printed as revoked. */
async function* papersOf(deps: Deps, row: PrintRow): AsyncGenerator<ProofPaper> {
  for (let from = 0; from < row.proofIds.length; from += step) {
    const ids = row.proofIds.slice(from, from + step)
    const proofs = new Map((await listProofsById(deps.db, ids)).map((proof) => [proof.id, proof]))
    for (const id of ids) {
      const proof = proofs.get(id)
      if (proof) yield await paperOf(deps, proof)
    }
    if (!(await setDone(deps.db, row, Math.min(from + step, row.proofIds.length))))
      throw new NotOurs()
    // those in line behind it are alive, too
    await touchPrints(deps.db, waiting)
  }
}

/** A job: goes on with a batch whose process died, from its first page. */
export async function resumePrints(deps: Deps): Promise<void> {
  const row = await claimStalledPrint(deps.db)
  if (row) await inLine(deps, row)
}

/** A job: what was there for a day goes; the row stays as the record. */
export async function removeOldPrints({ db, files }: Deps): Promise<void> {
  const job = 'certification_grant.removeOldPrints'
  await sweepEach(db, {
    job,
    items: await listOldPrints(db, job),
    subjectOf: ({ id }) => id,
    work: async ({ id }) => {
      await files.remove(fileOf(id))
      await setRemoved(db, id)
    },
  })
  // what a process died with has no row that says so
  const strays = (await files.list(folder)).filter(
    ({ writtenAt }) => writtenAt.getTime() < Date.now() - keptMs,
  )
  await sweepEach(db, {
    job,
    items: strays,
    subjectOf: ({ key }) => key,
    work: ({ key }) => files.remove(key),
  })
}

/** The batch behind its signed address: bound to who asked for it, ten minutes. */
export async function printedFile(
  { db, keys }: Deps,
  link: { id: string; s: string; e: string; t: string },
) {
  if (!linkValid(keys, 'proof-prints', link)) return refuse('file.linkInvalid')
  const row = await findPrint(db, link.id)
  if (row?.staffId !== link.s || !row.size || !row.sha256 || row.removedAt)
    return refuse('grant.noSuchPrint')
  return {
    storageKey: fileOf(row.id),
    name: `学时证明-${row.proofIds.length}份.pdf`,
    mime: 'application/pdf',
    size: Number(row.size),
    sha256: row.sha256,
  }
}
