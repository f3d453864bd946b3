import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { clientBase, employerBase, staffBase } from '@ce/contract'
import { createSeedOrganisation } from '../server/src/modules/employers/organisation/service/desk.ts'
import { insertStaffAccount } from '../server/src/modules/office/staff/service/accounts.ts'
import { systemAuthor } from '../server/src/platform/audit.ts'
import { hashPassword } from '../server/src/platform/auth/passwords.ts'
import { inTransaction } from '../server/src/platform/db/database.ts'
import { type HostileFile, hostileFiles } from '../server/test/hostile-files/corpus.ts'
import { medianOf } from './harness/median.ts'
import { type BenchStudent, createBenchStudents } from './harness/people.ts'
import { type BenchPortal, startBenchPortal } from './harness/portal.ts'

const learners = 40
const hungReports = 12
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const seconds = Number(process.env.BENCH_SECONDS ?? 12)
/** Milliseconds between two calls of one learner. */
const pace = 250
/** Limits while reports hang: ratio of the p99 times and extra memory in MB. */
const mostRatio = 1.3
const mostMemoryMb = 150
const mostSeconds = 10

/** Measures how much hanging reports and hostile workbooks slow down learners and health checks. */
export async function measureIsolation(): Promise<void> {
  const portal = await startBenchPortal()
  try {
    const people = await createBenchStudents(portal.deps, learners)
    const auditor = await makeAuditor(portal)
    const employer = await makeEmployer(portal)
    await studyFor(portal, people, 3)
    const memoryBefore = memoryMb(portal.pids.node)
    const quiet: number[] = []
    const hung: number[] = []
    let memory = memoryBefore
    let sent = 0
    let slowest = 0
    for (let round = 0; round < rounds; round += 1) {
      quiet.push(percentile99(await studyFor(portal, people, seconds)))
      const disturbance = await hangReports(portal, auditor)
      const workbooks = sendWorkbooks(portal, employer)
      hung.push(percentile99(await studyFor(portal, people, seconds)))
      memory = Math.max(memory, memoryMb(portal.pids.node))
      await disturbance.end()
      const took = await workbooks.end()
      sent += took.length
      slowest = Math.max(slowest, ...took)
    }
    report({
      quiet: medianOf(quiet),
      hung: medianOf(hung),
      memory: memory - memoryBefore,
      sent,
      slowest,
    })
  } finally {
    await portal.close()
  }
}

interface Found {
  /** The calls' p99 time without hanging reports, in milliseconds. */
  quiet: number
  hung: number
  /** Extra memory of the server in MB. */
  memory: number
  sent: number
  /** The slowest response to a workbook, in seconds. */
  slowest: number
}

function report({ quiet, hung, memory, sent, slowest }: Found): void {
  const ratio = hung / quiet
  console.log(`${learners} learners, a call each ${pace} ms; median of ${rounds} rounds of ${seconds} s`)
  console.log(`  p99 without    ${quiet.toFixed(1)} ms`)
  console.log(`  p99 with       ${hung.toFixed(1)} ms: ${hungReports} reports hang`)
  console.log(`                 ${sent} hostile workbooks of ${workbooks.length} kinds`)
  console.log(`  ratio          ${ratio.toFixed(2)} (at most ${mostRatio})`)
  console.log(`  memory         +${memory.toFixed(0)} MB (at most ${mostMemoryMb})`)
  console.log(`  slowest        ${slowest.toFixed(1)} s for a workbook (at most ${mostSeconds})`)
  if (ratio > mostRatio || memory > mostMemoryMb || slowest > mostSeconds) process.exitCode = 1
}

/** @returns the duration of each call in ms @throws Error when a call is refused or a health check fails. */
async function studyFor(portal: BenchPortal, people: BenchStudent[], seconds: number): Promise<number[]> {
  const took: number[] = []
  const end = performance.now() + seconds * 1000
  const paths = ['/student/v1/profile', '/course/v1/my_course', '/course/v1/year_list']
  const study = async ({ token }: BenchStudent, index: number) => {
    await pause((pace * index) / people.length)
    for (let turn = index; performance.now() < end; turn += 1) {
      const began = performance.now()
      const url = portal.origin + clientBase + paths[turn % paths.length]
      const answer = await fetch(url, { headers: { authorization: token } })
      if (!(await answer.text()).startsWith('{"code":1,'))
        throw new Error(`a learner's call was refused: ${answer.status}`)
      took.push(performance.now() - began)
      await pause(Math.max(0, pace - (performance.now() - began)))
    }
  }
  await Promise.all([...people.map(study), checkHealth(portal, end)])
  return took
}

async function checkHealth({ origin }: BenchPortal, end: number): Promise<void> {
  for (; performance.now() < end; await pause(1000))
    for (const path of ['/healthz', '/readyz']) {
      const { status } = await fetch(origin + path)
      if (status !== 200) throw new Error(`${path} answered ${status}`)
    }
}

/** Sends reports that wait for a locked table until `end` is called. */
async function hangReports(portal: BenchPortal, token: string): Promise<{ end(): Promise<void> }> {
  const client = await portal.deps.pool.connect()
  await client.query('begin')
  await client.query('lock table audit_log in access exclusive mode')
  let ended = false
  const hang = async () => {
    while (!ended) {
      const answer = await fetch(`${portal.origin}${staffBase}/audit/v1/list`, {
        headers: { authorization: token },
      })
      await answer.text()
      if (!ended && answer.status !== 503) throw new Error(`a report answered ${answer.status}`)
    }
  }
  const reports = Array.from({ length: hungReports }, hang)
  return {
    end: async () => {
      ended = true
      await client.query('rollback')
      client.release()
      await Promise.all(reports)
    },
  }
}

const workbooks = hostileFiles.filter(
  ({ use, fileName }) => fileName.endsWith('.xlsx') && (use === 'ROSTER' || use === 'EMPLOYER'),
)

/**
 * Uploads hostile workbooks one after another until `end` is called.
 * @returns `end`, which gives the duration of each response in seconds
 * @throws Error when the server fails on a workbook
 */
function sendWorkbooks({ origin }: BenchPortal, { token, planId }: Employer): { end(): Promise<number[]> } {
  let ended = false
  const send = async (file: HostileFile) => {
    const about = { importId: randomUUID(), planId, fileName: file.fileName, mapping: null }
    const answer = await fetch(`${origin}${employerBase}/invitation/v1/check`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify({ ...about, content: file.make().toString('base64') }),
    })
    await answer.text()
    if (![200, 413, 429, 503].includes(answer.status)) throw new Error(`${file.name}: answered ${answer.status}`)
  }
  const all = (async () => {
    const took: number[] = []
    for (let turn = 0; !ended; turn += 1) {
      const file = workbooks[turn % workbooks.length]
      if (!file) throw new Error('there is no hostile workbook')
      const began = performance.now()
      await send(file)
      took.push((performance.now() - began) / 1000)
    }
    return took
  })()
  return {
    end: () => {
      ended = true
      return all
    },
  }
}

interface Employer {
  token: string
  planId: string
}

async function makeEmployer({ deps }: BenchPortal): Promise<Employer> {
  const id = randomUUID()
  const passwordHash = await hashPassword('Aa1!secret')
  const person = { name: '测试大药房', creditCode: '91330100MA2DEM1004', passwordHash }
  const contact = { contactName: '联系人', contactPhone: '0571-88888888' }
  await inTransaction(deps.db, (tx) =>
    createSeedOrganisation(tx, { ...person, ...contact, id, mustChangePassword: false }),
  )
  const plan = await deps.db.selectFrom('plan').select('id').executeTakeFirstOrThrow()
  return { token: await deps.organisationSessions.issue(deps.db, id), planId: plan.id }
}

async function makeAuditor({ deps }: BenchPortal): Promise<string> {
  const passwordHash = await hashPassword('Aa1!secret')
  const person = { username: 'auditor', name: '审计员', passwordHash }
  const id = await inTransaction(deps.db, (tx) =>
    insertStaffAccount(tx, systemAuthor, { ...person, roles: ['AUDITOR'], mustChangePassword: false }),
  )
  return deps.staffSessions.issue(deps.db, id)
}

function percentile99(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0
}

function memoryMb(pid: number): number {
  const [, kb = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kb) / 1024
}
