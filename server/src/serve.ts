import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { allJobs } from './modules/jobs.ts'
import type { Db } from './platform/db/database.ts'
import { openDatabase } from './platform/db/open.ts'
import { demoAccounts, demoEmployer, demoPassword, demoStaff } from './platform/demo.ts'
import { closeDeps, type Deps, dependenciesOfWorkload, openDeps } from './platform/deps.ts'
import type { Env } from './platform/env.ts'
import { requireWritableFolder } from './platform/files/durable.ts'
import { filesFolderOf } from './platform/files/store.ts'
import { startJobs, startPulses } from './platform/jobs/jobs.ts'
import { runJobsAfterClockMoves } from './platform/jobs/run-after-moves.ts'
import { setLogLevel } from './platform/observability/log.ts'
import { openMetricsServer } from './platform/observability/metrics-server.ts'
import { startTraces } from './platform/observability/traces.ts'
import { portProblem, requireFreePort } from './platform/port.ts'
import { checkPracticeData } from './platform/practice.ts'
import { forgetProcessReport, isOtherProcessAlive } from './platform/process-report.ts'
import {
  checkProductionData,
  checkProductionEnv,
  findDemoAccounts,
  findDemoStaff,
  hasDemoEmployer,
  markDemoKeys,
} from './platform/production.ts'
import { announceStop, closeInTime, watchResponses } from './platform/stop.ts'
import { waitAtMost } from './platform/time-limit.ts'

export interface RunningServerProcess {
  port: number
  greeting: string[]
  close(): Promise<void>
}

/** Milliseconds by which jobs and sessions may delay a stop. */
const patienceMs = 5000

/** When a step fails, everything is closed in reverse order. @throws StartError with one line. */
export async function startPortal(env: Env, abandon?: AbortSignal): Promise<RunningServerProcess> {
  checkProductionEnv(env)
  setLogLevel(env.logLevel)
  await requireFreePort(env)
  if (env.metrics) await requireFreePort(env.metrics)
  await using opened = new AsyncDisposableStack()
  const traces = env.traces && (await startTraces(env.traces))
  if (traces) opened.defer(() => withPatience(traces.stop()))
  const database = await openDatabase(env)
  opened.defer(() => database.close())
  abandon?.throwIfAborted()
  if (!env.fileStore || env.fileStore.movesTo) await requireWritableFolder(filesFolderOf(env.dataDir))
  const deps = await openDeps(env, database.databases)
  opened.defer(() => withPatience(closeDeps(deps)))
  const metrics = await openMetricsServer(deps)
  if (metrics) opened.defer(() => metrics.close())
  await checkPracticeData(deps.db, env)
  await (env.production ? checkProductionData(deps) : markDemoKeys(env))
  if (env.demo && env.seed) await unlessAbandoned(makeDemoWorld(dependenciesOfWorkload(deps, 'jobs')), abandon)
  abandon?.throwIfAborted()
  const app = await buildApp(deps)
  const responses = watchResponses(app)
  opened.defer(async () => {
    const patience = { stopMs: env.stopSeconds * 1000, downloadMs: env.downloadSeconds * 1000 }
    // The only process must not wait for a long film, because nobody is served meanwhile.
    const mayWait = () => waitAtMost(patienceMs, isOtherProcessAlive(deps), false).catch(() => false)
    await closeInTime(app, responses, { ...patience, mayWait })
  })
  opened.defer(() => withPatience(forgetProcessReport(deps).catch(() => {})))
  // Before the first request, exam attempts get back the time for which the portal was down.
  const background = dependenciesOfWorkload(deps, 'jobs')
  const pulses = await startPulses(dependenciesOfWorkload(deps, 'pulse'), allJobs)
  opened.defer(() => withPatience(pulses.stop()))
  const demo = env.demo ? await demoGreeting(deps.db) : []
  const port = await listen(app, env)
  abandon?.throwIfAborted()
  if (env.jobs) {
    const jobs = await startJobs(background, allJobs, { abandon })
    opened.defer(() => withPatience(jobs.stop()))
    if (env.practice) {
      const moves = runJobsAfterClockMoves(background, allJobs)
      opened.defer(() => withPatience(moves.stop()))
    }
    abandon?.throwIfAborted()
  }
  const open = opened.move()
  return {
    port,
    greeting: [
      `执业药师继续教育平台: ${deps.publicUrl()}`,
      `database: ${database.where}`,
      ...(env.cell ? [`cell: ${env.cell}`] : []),
      ...(metrics ? [`metrics: ${metrics.url}`] : []),
      ...demo,
      ...(env.production && !env.publicUrl
        ? ['PUBLIC_URL is not set: QR codes and links on proofs will say localhost']
        : []),
    ],
    close: async () => {
      announceStop(app)
      // The port stays open at first, so that a load balancer sees /readyz fail.
      await delay(env.drainSeconds * 1000)
      await open.disposeAsync()
    },
  }
}

async function makeDemoWorld(deps: Deps): Promise<void> {
  const { seedDemo } = await import('../seeds/demo.ts')
  const began = performance.now()
  if (await seedDemo(deps)) console.log(`demo world made in ${((performance.now() - began) / 1000).toFixed(1)} s`)
}

/**
 * Long work is not awaited after Ctrl-C: the start ends, the database is closed, and the next start repeats the work.
 */
async function unlessAbandoned(work: Promise<void>, abandon?: AbortSignal): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  const give = () => reject(abandon?.reason)
  abandon?.addEventListener('abort', give)
  await Promise.race([work, promise]).finally(() => abandon?.removeEventListener('abort', give))
}

async function demoGreeting(db: Db): Promise<string[]> {
  const present = await findDemoAccounts(db)
  const staff = await findDemoStaff(db)
  const lines = [
    ...demoAccounts.filter(({ phone }) => present.includes(phone)).map(({ phone, state }) => `  ${phone}  ${state}`),
    ...demoStaff
      .filter(({ username }) => staff.includes(username))
      .map(({ username, state }) => `  ${username.padEnd(11)}  ${state}, /console`),
    ...((await hasDemoEmployer(db)) ? [`  ${demoEmployer.creditCode}  ${demoEmployer.state}`] : []),
  ]
  return lines.length > 0 ? [`demo accounts, password ${demoPassword}:`, ...lines] : []
}

/** @returns the port, which the system chooses for PORT=0 */
async function listen(app: FastifyInstance, env: Env): Promise<number> {
  await app.listen({ port: env.port, host: env.host }).catch((error: NodeJS.ErrnoException) => {
    throw portProblem(error, env)
  })
  const address = app.server.address()
  env.port = typeof address === 'object' && address ? address.port : env.port
  return env.port
}

async function withPatience(work: Promise<unknown>, ms = patienceMs): Promise<void> {
  await waitAtMost(ms, work, null)
}
