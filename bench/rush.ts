import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { clientBase } from '@ce/contract'
import { cpuMs } from './harness/cpu.ts'
import { startDiskProbe } from './harness/disk.ts'
import {
  type BenchAttempt,
  buildSaveSteps,
  buildStartStep,
  buildSubmitStep,
  openBenchExams,
  paperOf50Questions,
  prepareAllPapers,
  readBenchAttempts,
} from './harness/exams.ts'
import { type BenchStudent, createBenchStudents } from './harness/people.ts'
import type { RequestStep } from './harness/play.ts'
import { type BenchPortal, startBenchPortal } from './harness/portal.ts'

const savesEach = 20

/** Milliseconds between preparing all requests and sending the first one, so that the preparation is not measured. */
const lead = 2000

/**
 * Simulates an exam morning (`npm run bench rush [candidates] [seconds]`). Candidates arrive without waiting for each
 * other, so the times include queueing.
 */
export async function measureExamRush(): Promise<void> {
  const count = Number(process.argv[3] ?? 4000)
  const seconds = Number(process.argv[4] ?? 60)
  const portal = await startBenchPortal()
  try {
    const people = await createBenchStudents(portal.deps, count, paperOf50Questions)
    await openBenchExams(portal)
    await prepareAllPapers(portal)
    const sittings = await readBenchAttempts(portal, people)
    console.log(`${count} candidates in ${seconds} s, 50 questions, fsync on`)
    await sitAll(portal, sittings.map(stepsOf), seconds)
    await checkNothingLost(portal, people)
  } finally {
    await portal.close()
  }
}

type Name = 'start' | 'save_answer' | 'submit'

function stepsOf(sitting: BenchAttempt, index: number): [Name, RequestStep][] {
  const saves = buildSaveSteps(sitting).slice(0, savesEach)
  return [
    ['start', buildStartStep(sitting.student)],
    ...saves.map((step): [Name, RequestStep] => ['save_answer', step]),
    ['submit', buildSubmitStep(sitting, index % 4 === 0, savesEach + 1)],
  ]
}

async function sitAll(
  { origin, pids, dataDir }: BenchPortal,
  candidates: [Name, RequestStep][][],
  seconds: number,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 300 })
  const answers: Record<Name, Answered[]> = { start: [], save_answer: [], submit: [] }
  const endProbe = startDiskProbe(dataDir)
  const before = cpuMs(pids)
  const from = performance.now() + lead
  await Promise.all(
    candidates.map(async (steps, index) => {
      let due = from + (index * seconds * 1000) / candidates.length
      await pause(Math.max(0, due - performance.now()))
      for (const [name, step] of steps) {
        answers[name].push(await send(origin, agent, step, due))
        due = performance.now()
      }
    }),
  )
  const took = (performance.now() - from) / 1000
  const after = cpuMs(pids)
  agent.destroy()
  console.log('              requests   per s  failed    mean     p99')
  for (const [name, all] of Object.entries(answers)) print(name, all, took)
  const of = (pick: (cpu: typeof after) => number) => ((pick(after) - pick(before)) / candidates.length).toFixed(1)
  console.log(`  p99 of the disk ${(await endProbe()).toFixed(0)} ms`)
  console.log(
    `  CPU-ms for each candidate: node ${of(({ node }) => node)} + PostgreSQL ${of(({ postgres }) => postgres)}`,
  )
}

interface Answered {
  ok: boolean
  ms: number
}

/** `ms` counts from the time when the request was due, so a delay before sending is included. */
function send(origin: string, agent: Agent, step: RequestStep, due: number): Promise<Answered> {
  const { method, path, token, body } = step
  const headers = { authorization: token, 'content-type': 'application/json' }
  return new Promise((resolve) => {
    const end = (ok: boolean) => resolve({ ok, ms: performance.now() - due })
    const sent = request(origin + clientBase + path, { method, headers, agent }, (response) => {
      let start = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        if (start.length < 10) start += chunk.slice(0, 10)
      })
      response.on('end', () => end(start.startsWith('{"code":1,')))
    })
    sent.on('error', () => end(false))
    sent.end(body)
  })
}

function print(name: string, answers: Answered[], took: number): void {
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b)
  const mean = times.reduce((sum, ms) => sum + ms, 0) / times.length
  const p99 = times[Math.floor(times.length * 0.99)] ?? 0
  const failed = answers.filter(({ ok }) => !ok).length
  console.log(
    [
      `  ${name.padEnd(12)}`,
      String(times.length).padStart(8),
      (times.length / took).toFixed(0).padStart(7),
      String(failed).padStart(7),
      `${mean.toFixed(0)} ms`.padStart(8),
      `${p99.toFixed(0)} ms`.padStart(8),
    ].join(' '),
  )
}

/** Checks that every confirmed answer is part of an exam result. */
async function checkNothingLost({ deps }: BenchPortal, people: BenchStudent[]): Promise<void> {
  const { rows } = await deps.pool.query<{ ended: number; entries: number; chained: number }>(
    `select count(*) filter (where submitted_at is not null)::int as ended, (select count(*)::int from answer_log) as entries,
       count(*) filter (where log_hash = (select hash from answer_log where attempt_id = attempt.id order by seq desc limit 1))::int as chained
     from attempt`,
  )
  const [row] = rows
  console.log(
    `  handed in ${row?.ended} of ${people.length}, log entries ${row?.entries} of ${people.length * (savesEach + 1)}, chains whole ${row?.chained}`,
  )
}
