import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { allJobs } from './modules/register.ts'
import type { Db } from './platform/db/database.ts'
import { openDatabase } from './platform/db/open.ts'
import { demoAccounts, demoEmployer, demoPassword, demoStaff } from './platform/demo.ts'
import { closeDeps, type Deps, forWorkload, openDeps } from './platform/deps.ts'
import type { Env } from './platform/env.ts'
import { requireWritable } from './platform/files/durable.ts'
import { filesFolder } from './platform/files/store.ts'
import { announceStop } from './platform/health.ts'
import { startJobs, startPulses } from './platform/jobs/jobs.ts'
import { runAfterMoves } from './platform/jobs/run-after-moves.ts'
import { setLogLevel } from './platform/observability/log.ts'
import { openMetrics } from './platform/observability/metrics-server.ts'
import { startTraces } from './platform/observability/traces.ts'
import { checkPort, portProblem } from './platform/port.ts'
import { checkPracticeData } from './platform/practice.ts'
import { forgetProcess } from './platform/process-report.ts'
import {
  checkProductionData,
  checkProductionEnv,
  findDemoAccounts,
  findDemoStaff,
  hasDemoEmployer,
  markDemoKeys,
} from './platform/production.ts'

export interface Serving {
  port: number
  /** what the operator reads: address and demo accounts */
  greeting: string[]
  close(): Promise<void>
}

/** how long jobs and sessions may hold up a stop */
const patienceMs = 5000

/**
 * Starts one server process: database, migrations, demo world, jobs, HTTP.
 * What was opened is closed again, in reverse, when a later step fails or `abandon` fires.
 * @throws StartError, one line
 */
export async function serve(env: Env, abandon?: AbortSignal): Promise<Serving> {
  checkProductionEnv(env)
  setLogLevel(env.logLevel)
  await checkPort(env)
  if (env.metrics) await checkPort(env.metrics)
  await using opened = new AsyncDisposableStack()
  const traces = env.traces && (await startTraces(env.traces))
  if (traces) opened.defer(() => withPatience(traces.stop()))
  const database = await openDatabase(env)
  opened.defer(() => database.close())
  abandon?.throwIfAborted()
  await requireWritable(filesFolder(env.dataDir))
  const deps = await openDeps(env, database.databases)
  opened.defer(() => withPatience(closeDeps(deps)))
  const metrics = await openMetrics(deps)
  if (metrics) opened.defer(() => metrics.close())
  await checkPracticeData(deps.db, env)
  await (env.production ? checkProductionData(deps) : markDemoKeys(env))
  if (env.demo && env.seed) await unlessAbandoned(makeDemoWorld(forWorkload(deps, 'jobs')), abandon)
  abandon?.throwIfAborted()
  const app = await buildApp(deps)
  opened.defer(() => withPatience(app.close(), env.stopSeconds * 1000))
  opened.defer(() => withPatience(forgetProcess(deps).catch(() => {})))
  // what our silence took is given back before anybody's first request
  const background = forWorkload(deps, 'jobs')
  const pulses = await startPulses(forWorkload(deps, 'pulse'), allJobs)
  opened.defer(() => withPatience(pulses.stop()))
  const port = await listen(app, env)
  abandon?.throwIfAborted()
  if (env.jobs) {
    const jobs = await startJobs(background, allJobs)
    opened.defer(() => withPatience(jobs.stop()))
    if (env.practice) {
      const moves = runAfterMoves(background, allJobs)
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
      ...(metrics ? [`metrics: ${metrics.url}`] : []),
      ...(env.demo ? await demoGreeting(deps.db) : []),
      ...(env.production && !env.publicUrl
        ? ['PUBLIC_URL is not set: QR codes and links on proofs will say localhost']
        : []),
    ],
    close: async () => {
      announceStop(app)
      // a balancer that asks /readyz now and then must have asked before the port closes
      await delay(env.drainSeconds * 1000)
      await open.disposeAsync()
    },
  }
}

async function makeDemoWorld(deps: Deps): Promise<void> {
  const { seedDemo } = await import('../seeds/demo.ts')
  const began = performance.now()
  if (await seedDemo(deps))
    console.log(`demo world made in ${((performance.now() - began) / 1000).toFixed(1)} s`)
}

/** Ctrl-C need not wait for long work: the database is closed under it, and the next start begins it anew. */
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
    ...demoAccounts
      .filter(({ phone }) => present.includes(phone))
      .map(({ phone, state }) => `  ${phone}  ${state}`),
    ...demoStaff
      .filter(({ username }) => staff.includes(username))
      .map(({ username, state }) => `  ${username.padEnd(11)}  ${state}, /console`),
    ...((await hasDemoEmployer(db)) ? [`  ${demoEmployer.creditCode}  ${demoEmployer.state}`] : []),
  ]
  return lines.length > 0 ? [`demo accounts, password ${demoPassword}:`, ...lines] : []
}

/** @returns the port, which was the system's choice for PORT=0 */
async function listen(app: FastifyInstance, env: Env): Promise<number> {
  await app.listen({ port: env.port, host: env.host }).catch((error: NodeJS.ErrnoException) => {
    throw portProblem(error, env)
  })
  const address = app.server.address()
  env.port = typeof address === 'object' && address ? address.port : env.port
  return env.port
}

async function withPatience(work: Promise<unknown>, ms = patienceMs): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
