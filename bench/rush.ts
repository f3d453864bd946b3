import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { clientBase } from '@ce/contract'
import { preparePapers } from '../server/src/modules/exam/service.ts'
import { cpuMs } from './harness/cpu.ts'
import { probeDisk } from './harness/disk.ts'
import {
  openExams,
  readSittings,
  type Sitting,
  saveSteps,
  startStep,
  submitStep,
} from './harness/exams.ts'
import { type BenchStudent, makeStudents } from './harness/people.ts'
import type { Step } from './harness/play.ts'
import { type BenchPortal, startPortal } from './harness/portal.ts'

const paper = { singleCount: 25, multipleCount: 15, judgeCount: 10, pointsEach: 2 }
const savesEach = 20

/** ms to lay all requests out before the first is due: what the client does then is not the server's time */
const lead = 2000

/**
 * An exam morning: candidates arrive evenly over a minute (`npm run bench rush [candidates] [seconds]`, 4,000 in 60 s), each saves 20
 * answers, then all hand in a paper of 50 questions, one in four of them passing. Requests go out when they are due, whether or
 * not those of others are answered: what waits shows in the times. Beside them what the disk itself took to keep a page in the same minute.
 */
export async function rush(): Promise<void> {
  const count = Number(process.argv[3] ?? 4000)
  const seconds = Number(process.argv[4] ?? 60)
  const portal = await startPortal()
  try {
    const people = await makeStudents(portal.deps, count, paper)
    await openExams(portal)
    await preparePapers(portal.deps)
    console.log(`${count} candidates in ${seconds} s, 50 questions, fsync on`)
    console.log(
      '              requests   per s  failed    mean     p99  disk p99   CPU-ms = node + PostgreSQL',
    )
    await phase(portal, 'start', people.map(startStep), seconds)
    const sittings = await readSittings(portal, people)
    await phase(portal, 'save_answer', savesOf(sittings), seconds)
    await phase(portal, 'submit', submitsOf(sittings), seconds)
    await checkNothingLost(portal, people)
  } finally {
    await portal.close()
  }
}

/** Everybody's first answer, everybody's second … as they come in an exam. */
function savesOf(sittings: Sitting[]): Step[] {
  const each = sittings.map((sitting) => saveSteps(sitting).slice(0, savesEach))
  return Array.from({ length: savesEach }, (_, no) =>
    each.flatMap((steps) => steps[no] ?? []),
  ).flat()
}

function submitsOf(sittings: Sitting[]): Step[] {
  return sittings.map((sitting, index) => submitStep(sitting, index % 4 === 0, savesEach + 1))
}

async function phase(
  { origin, pids, dataDir }: BenchPortal,
  name: string,
  steps: Step[],
  seconds: number,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 300 })
  const last = new Map<string, Promise<unknown>>()
  const endProbe = probeDisk(dataDir)
  const before = cpuMs(pids)
  const from = performance.now() + lead
  const answers = await Promise.all(
    steps.map(async (step, index) => {
      const due = from + (index * seconds * 1000) / steps.length
      await pause(Math.max(0, due - performance.now()))
      // a candidate's own answers go one after the other
      const sent = (last.get(step.token) ?? Promise.resolve()).then(() =>
        send(origin, agent, step, due),
      )
      last.set(step.token, sent)
      return sent
    }),
  )
  const took = (performance.now() - from) / 1000
  const after = cpuMs(pids)
  agent.destroy()
  print(name, answers, took, {
    diskP99: await endProbe(),
    node: (after.node - before.node) / steps.length,
    postgres: (after.postgres - before.postgres) / steps.length,
  })
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

function print(
  name: string,
  answers: Answered[],
  took: number,
  { diskP99, node, postgres }: { diskP99: number; node: number; postgres: number },
): void {
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
      `${diskP99.toFixed(0)} ms`.padStart(9),
      (node + postgres).toFixed(3).padStart(8),
      `= ${node.toFixed(3)} + ${postgres.toFixed(3)}`,
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
