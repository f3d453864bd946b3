import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { clientBase } from '@ce/contract'
import { cpuMs } from './harness/cpu.ts'
import { probeDisk } from './harness/disk.ts'
import {
  openExams,
  paperOf50,
  prepareAllPapers,
  readSittings,
  type Sitting,
  saveSteps,
  startStep,
  submitStep,
} from './harness/exams.ts'
import { type BenchStudent, makeStudents } from './harness/people.ts'
import type { Step } from './harness/play.ts'
import { type BenchPortal, startPortal } from './harness/portal.ts'

const savesEach = 20

/** ms to lay all requests out before the first is due: what the client does then is not the server's time */
const lead = 2000

/**
 * An exam morning: candidates arrive evenly over a minute (`npm run bench rush [candidates] [seconds]`, 4,000 in 60 s). Each starts, saves
 * 20 answers and hands in a paper of 50 questions, one in four of them passing, without a thought: each call follows the answer to the
 * last. Nobody's arrival waits for others: what waits shows in the times. Beside them what the disk itself took to keep a page in
 * the same minute.
 */
export async function rush(): Promise<void> {
  const count = Number(process.argv[3] ?? 4000)
  const seconds = Number(process.argv[4] ?? 60)
  const portal = await startPortal()
  try {
    const people = await makeStudents(portal.deps, count, paperOf50)
    await openExams(portal)
    await prepareAllPapers(portal)
    const sittings = await readSittings(portal, people)
    console.log(`${count} candidates in ${seconds} s, 50 questions, fsync on`)
    await sitAll(portal, sittings.map(stepsOf), seconds)
    await checkNothingLost(portal, people)
  } finally {
    await portal.close()
  }
}

type Name = 'start' | 'save_answer' | 'submit'

function stepsOf(sitting: Sitting, index: number): [Name, Step][] {
  const saves = saveSteps(sitting).slice(0, savesEach)
  return [
    ['start', startStep(sitting.student)],
    ...saves.map((step): [Name, Step] => ['save_answer', step]),
    ['submit', submitStep(sitting, index % 4 === 0, savesEach + 1)],
  ]
}

async function sitAll(
  { origin, pids, dataDir }: BenchPortal,
  candidates: [Name, Step][][],
  seconds: number,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 300 })
  const answers: Record<Name, Answered[]> = { start: [], save_answer: [], submit: [] }
  const endProbe = probeDisk(dataDir)
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
  const of = (pick: (cpu: typeof after) => number) =>
    ((pick(after) - pick(before)) / candidates.length).toFixed(1)
  console.log(`  p99 of the disk ${(await endProbe()).toFixed(0)} ms`)
  console.log(
    `  CPU-ms for each candidate: node ${of(({ node }) => node)} + PostgreSQL ${of(({ postgres }) => postgres)}`,
  )
}

interface Answered {
  ok: boolean
  ms: number
}

/** `ms` from when it was due, not from when it could be sent. */
function send(origin: string, agent: Agent, step: Step, due: number): Promise<Answered> {
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

/** Every answer that was confirmed is in a result. */
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
