import { randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { decideRegrade, previewRegrade, proposeRegrade } from '../server/src/modules/exam/service/regrade.ts'
import { cpuMs } from './harness/cpu.ts'
import {
  type BenchAttempt,
  buildStartStep,
  openBenchExams,
  prepareAllPapers,
  readBenchAttempts,
} from './harness/exams.ts'
import { groupByConnection } from './harness/measure.ts'
import { createBenchStaff, createBenchStudents } from './harness/people.ts'
import { type RequestStep, sendStepsPerConnection } from './harness/play.ts'
import { type BenchPortal, startBenchPortal } from './harness/portal.ts'

const papers = 2000
const connections = 50
/** Papers ask all single-choice questions of the question bank, so each paper contains the regraded one. */
const rules = { singleCount: 60, multipleCount: 0, judgeCount: 0, pointsEach: 1, passMark: 36 }

/** Measures a regrade on many papers: preview (target 3 s), decision and all jobs (target 60 s). */
export async function measureRegrade(): Promise<void> {
  const portal = await startBenchPortal()
  try {
    const questionId = await sitAll(portal)
    const { deps, pids } = portal
    await deps.pool.query('update question set enabled = false where id = $1', [questionId])
    const [one, two] = [await createBenchStaff(deps, 'first.one'), await createBenchStaff(deps, 'second.one')]
    const wanted = { questionId, kind: 'ALL' as const, losePass: false, page: 1, pageSize: 20 }
    console.log(`regrade of ${papers} papers, fsync on, load ${loadavg()[0]?.toFixed(1)}`)
    const read = await measure(() => readPapers(portal))
    const shown = await measure(() => previewRegrade(deps, wanted))
    print('preview', shown.seconds, read.seconds, 'reading the papers')
    const id = randomUUID()
    const { preview, counts } = shown.result
    const said = { id, questionId, kind: wanted.kind, reason: '该题超出大纲', preview }
    await proposeRegrade(deps, one, said)
    const before = cpuMs(pids)
    const decided = await measure(() => decideRegrade(deps, two, { id, approve: true, note: '' }))
    print('decision', decided.seconds, read.seconds, 'reading the papers')
    const job = await measure(() => untilDone(portal, id))
    const after = cpuMs(pids)
    const write = await measure(() => writeRows(portal))
    print('all papers done', job.seconds, write.seconds, 'as many commits of a row')
    const [node, postgres] = [after.node - before.node, after.postgres - before.postgres]
    const each = (ms: number) => (ms / papers).toFixed(2)
    console.log(`  CPU-ms a paper    ${each(node)} node + ${each(postgres)} PostgreSQL`)
    await requireTraces(portal, counts.outcomes.PASS_GAINED ?? 0)
  } finally {
    await portal.close()
  }
}

/**
 * Lets all students take the exam without answering one question. Half of them pass, the others are one point short of
 * a pass.
 * @returns the id of the unanswered question
 */
async function sitAll(portal: BenchPortal): Promise<string> {
  const people = await createBenchStudents(portal.deps, papers, rules)
  await openBenchExams(portal)
  await prepareAllPapers(portal)
  await playAll(portal, people.map(buildStartStep))
  const sittings = await readBenchAttempts(portal, people)
  const questionId = sittings[0]?.questions[0]?.id ?? ''
  await playAll(
    portal,
    sittings.map((sitting, index) => handInStep(sitting, questionId, index % 2 === 0)),
  )
  return questionId
}

async function playAll(portal: BenchPortal, steps: RequestStep[]): Promise<void> {
  const { failed, last } = await sendStepsPerConnection(portal.origin, groupByConnection(steps, connections))
  if (failed > 0) throw new Error(`${failed} of ${steps.length} refused: ${last}`)
}

function handInStep(sitting: BenchAttempt, questionId: string, passing: boolean): RequestStep {
  const others = sitting.questions.filter(({ id }) => id !== questionId)
  const given = others.slice(0, rules.passMark - (passing ? 0 : 1))
  const answers = Object.fromEntries(given.map(({ id, answer }) => [id, answer]))
  const { attemptId, student } = sitting
  const body = JSON.stringify({ attemptId, seq: 1, answers })
  return { method: 'POST', path: '/exam/v1/submit_exam', token: student.token, body }
}

async function measure<Result>(work: () => Promise<Result>) {
  const began = performance.now()
  const result = await work()
  return { result, seconds: (performance.now() - began) / 1000 }
}

function print(what: string, seconds: number, reference: number, than: string): void {
  const ratio = (seconds / reference).toFixed(1)
  console.log(`  ${what.padEnd(17)} ${seconds.toFixed(2)} s, ${ratio} times ${than}`)
}

function readPapers({ deps }: BenchPortal) {
  return deps.pool.query('select exam_paper.paper, attempt.* from exam_paper join attempt using (id)')
}

async function writeRows({ deps: { pool } }: BenchPortal): Promise<void> {
  await pool.query('create table if not exists bench_row (id int)')
  for (let row = 0; row < papers; row += 1) await pool.query('insert into bench_row values ($1)', [row])
}

async function untilDone({ deps }: BenchPortal, id: string): Promise<void> {
  for (;;) {
    const { rows } = await deps.pool.query('select state from exam_regrade where id = $1', [id])
    if (rows[0]?.state === 'DONE') return
    await pause(100)
  }
}

/** Checks that hours, a proof and a message exist exactly once for each attempt that the regrade changed to a pass. */
async function requireTraces({ deps }: BenchPortal, gained: number): Promise<void> {
  const { rows } = await deps.pool.query(`
    select (select count(*)::int from hours_ledger where source = 'COURSE') as entries, (select count(*)::int from proof) as proofs,
      (select count(*)::int from message where event like 'exam.regraded:%') as messages`)
  const { entries, proofs, messages } = rows[0]
  if (gained * 2 !== papers || entries !== papers || proofs !== papers || messages !== papers)
    throw new Error(`${gained} gained: ${JSON.stringify(rows[0])}`)
}
