import { randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import {
  questionImports,
  runQuestionImport,
} from '../server/src/modules/catalogue/question_import/service/import-questions.ts'
import { finishUpload, startUpload, storeChunk } from '../server/src/modules/file/service/staff-upload.ts'
import type { Deps } from '../server/src/platform/deps.ts'
import { writeWorkbook } from '../server/src/platform/sheets/write.ts'
import type { StaffAtWork } from '../server/src/platform/staff-calls.ts'
import { createBenchStaff, createBenchStudents } from './harness/people.ts'
import { startBenchPortal } from './harness/portal.ts'

const count = 10_000
const mostSeconds = 30
const titles = ['题型', '题干', 'A', 'B', 'C', 'D', '答案', '解析', '难度', '考点']

/** Measures the import of 10,000 questions. Target: 30 s for the whole import. */
export async function measureQuestionImport(): Promise<void> {
  const portal = await startBenchPortal()
  try {
    const { deps } = portal
    await createBenchStudents(deps, 1)
    const { id: courseId } = await deps.db.selectFrom('course').select('id').executeTakeFirstOrThrow()
    const staff = await createBenchStaff(deps, 'teacher.one', ['question.edit'])
    const rows = Array.from({ length: count }, (_, index) => rowOf(index + 1))
    const content = await writeWorkbook(
      titles.map((title) => [title, 20] as const),
      rows,
    )
    const fileId = await upload(deps, staff, content)
    const importId = randomUUID()
    const call = { deps, staff, input: { importId } }
    const reading = await secondsOf(async () => {
      const input = { importId, fileId, courseId, mapping: null }
      await questionImports.check({ deps, staff, input })
      while ((await questionImports.readState(call)).state === 'READING') await pause(50)
    })
    const writing = await secondsOf(() => runQuestionImport(call))
    const bare = await secondsOf(() => insertBare(deps, rows))
    const { state, written } = await questionImports.readState(call)
    if (state !== 'DONE' || written !== count) throw new Error(`${state}, ${written} were written`)
    const load = loadavg()[0]?.toFixed(1)
    console.log(`import of ${count} questions, ${(content.length / 1024).toFixed(0)} KB, load ${load}`)
    console.log(`  dry run   ${reading.toFixed(1)} s`)
    console.log(`  written   ${writing.toFixed(1)} s, bare inserts ${bare.toFixed(1)} s`)
    const whole = reading + writing
    if (whole > mostSeconds) process.exitCode = 1
    const missed = whole > mostSeconds ? '  MISSED' : ''
    console.log(`  together  ${whole.toFixed(1)} s (target ≤ ${mostSeconds})${missed}`)
  } finally {
    await portal.close()
  }
}

function rowOf(no: number): string[] {
  const stem = `药品批号 ${no} 的温度要求为 2–10 ℃，应当存放在哪里？`
  const explanation = `《药品经营质量管理规范》附录，第 ${no} 条。`
  const places = ['阴凉处', '常温处', '冷藏柜', '货架顶层']
  return ['单选题', stem, ...places, 'C', explanation, '易', '储存']
}

async function upload(deps: Deps, staff: StaffAtWork, content: Buffer): Promise<string> {
  const about = { name: 'bank.xlsx', size: content.length, purpose: 'QUESTIONS' as const }
  const { uploadId, chunkSize } = await startUpload(deps, staff, about)
  for (let offset = 0; offset < content.length; offset += chunkSize) {
    const file = {
      ...{ name: about.name, truncated: false },
      content: content.subarray(offset, offset + chunkSize),
    }
    const fields = { uploadId, offset: String(offset) }
    await storeChunk(deps, staff, async () => ({ fields, file }))
  }
  return (await finishUpload(deps, staff, { uploadId })).id
}

async function insertBare({ pool }: Deps, rows: string[][]): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('create table bench_row (content jsonb)')
    await client.query('begin')
    for (const row of rows) await client.query('insert into bench_row values ($1)', [JSON.stringify(row)])
    await client.query('commit')
  } finally {
    client.release()
  }
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}
