import { randomUUID } from 'node:crypto'
import { renderPrintRun } from '../server/src/modules/credits/certification_grant/service/draw-print.ts'
import { createPrivateUrl } from '../server/src/platform/files/links.ts'
import { cpuMs } from './harness/cpu.ts'
import { medianOf } from './harness/median.ts'
import { type BenchPortal, startBenchPortal } from './harness/portal.ts'

const single = 100
const batch = 500
const connections = 4

/** Measures the PDF of a proof, alone and in print runs. Target: 30 KB per PDF. */
export async function measureProofs(): Promise<void> {
  const portal = await startBenchPortal({ seed: true })
  try {
    const { rows } = await portal.deps.pool.query<{ id: string; student_id: string }>(
      'select id, student_id from proof where revoked_at is null order by issued_at limit 1',
    )
    const [found] = rows
    if (!found) throw new Error('the demo world has no proof')
    const url = portal.origin + createPrivateUrl(portal.deps.keys, 'proofs', found.id, found.student_id)
    // Fetch one PDF before measuring, because the first PDF of a server process also unpacks the fonts.
    const { bytes } = await fetchPdf(url)
    const before = cpuMs(portal.pids)
    const alone: number[] = []
    for (let turn = 0; turn < single; turn += 1) alone.push((await fetchPdf(url)).ms)
    const cpu = (cpuMs(portal.pids).node - before.node) / single
    const began = performance.now()
    await Promise.all(
      Array.from({ length: connections }, async () => {
        for (let turn = 0; turn < single / connections; turn += 1) await fetchPdf(url)
      }),
    )
    const rate = (1000 * single) / (performance.now() - began)
    console.log(`proof: ${(bytes / 1024).toFixed(1)} KB a PDF`)
    console.log(`  one after the other   ${medianOf(alone).toFixed(0)} ms each, ${cpu.toFixed(0)} CPU-ms`)
    console.log(`  ${connections} at once             ${rate.toFixed(0)} a second`)
    await printMany(portal, found.id)
  } finally {
    await portal.close()
  }
}

async function fetchPdf(url: string): Promise<{ bytes: number; ms: number }> {
  const began = performance.now()
  const response = await fetch(url)
  const pdf = await response.arrayBuffer()
  if (response.headers.get('content-type') !== 'application/pdf') throw new Error('no PDF came')
  return { bytes: pdf.byteLength, ms: performance.now() - began }
}

/** Renders the same proof many times in this process, as the background job does. */
async function printMany({ deps }: BenchPortal, proofId: string): Promise<void> {
  const id = randomUUID()
  await deps.pool.query(
    `insert into proof_print (id, staff_id, wish, reason, proof_ids, state)
      select $1, id, '{}', 'bench', array_fill($2::uuid, array[$3::int]), 'WORKING' from staff limit 1`,
    [id, proofId, batch],
  )
  const began = performance.now()
  await renderPrintRun(deps, id)
  const took = performance.now() - began
  const { rows } = await deps.pool.query<{ size: number; state: string }>(
    'select size::int, state from proof_print where id = $1',
    [id],
  )
  if (rows[0]?.state !== 'DONE') throw new Error('the batch was not drawn')
  const kb = rows[0].size / batch / 1024
  console.log(
    `  ${batch} in one file      ${(took / batch).toFixed(1)} ms and ${kb.toFixed(1)} KB each, ${((1000 * batch) / took).toFixed(0)} a second`,
  )
}
