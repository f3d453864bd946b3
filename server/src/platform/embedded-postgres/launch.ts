import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, fchownSync, openSync } from 'node:fs'
import { errorCodeOf } from '../error-code.ts'
import { StartError } from '../errors.ts'
import type { PostgresBinaries } from './binaries.ts'
import { readLogFileSize, readLogSince, summarizeOutput } from './log-file.ts'
import type { ServerLocation } from './place.ts'
import { reachableFolderPath } from './place.ts'

/** Only these variables are passed on, so PostgreSQL gets no secrets. */
const KEPT = ['PATH', 'SystemRoot', 'TEMP', 'TMP']

/** Temporary errors: an old server is still ending, or another program just took the port. */
const PASSING = /lock file .* (already exists|is empty)|still in use|could not bind/

export interface LaunchedServer {
  started(pid: number): boolean
  hasEnded(): boolean
  /** Undefined while the server runs and after an orderly stop. */
  failure(): LaunchFailure | undefined
}

export interface LaunchFailure {
  reason: string
  passing: boolean
}

/**
 * Ctrl-C must stop Node first, so PostgreSQL gets its own session. @param stalePid pid in `postmaster.pid` of a dead
 * postmaster @throws StartError when the log cannot be written.
 */
export function launchServer(
  place: ServerLocation,
  binaries: PostgresBinaries,
  settings: string[],
  stalePid: number | undefined,
): LaunchedServer {
  const logStart = readLogFileSize(place.log)
  const log = openLog(place)
  const [program, words] = command(place, binaries, settings)
  const child = spawn(program, words, {
    ...place.identity,
    cwd: place.cluster,
    env: buildServerEnvironment(stalePid),
    detached: true,
    windowsHide: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  child.unref()
  return watch(child, () => readLogSince(place.log, logStart))
}

function openLog({ log, identity }: ServerLocation): number {
  try {
    const file = openSync(log, 'a', 0o600)
    if (identity) fchownSync(file, identity.uid, identity.gid)
    return file
  } catch (error) {
    throw new StartError(`the database cannot write its log ${log} (${errorCodeOf(error)})`)
  }
}

function command(place: ServerLocation, binaries: PostgresBinaries, settings: string[]): [string, string[]] {
  const server = ['-D', reachableFolderPath(place.cluster, place.identity)]
  if (process.platform !== 'win32') return [binaries.postgres, [...server, ...settings]]
  // PostgreSQL refuses administrators, and only pg_ctl can drop those rights.
  const quoted = settings.map((word) => `"${word}"`).join(' ')
  return [binaries.pgCtl, ['start', '-w', '-t', '600', ...server, '-o', quoted]]
}

function watch(child: ChildProcess, output: () => string): LaunchedServer {
  let ended = false
  let failure: LaunchFailure | undefined
  child.once('error', (error) => {
    ended = true
    failure = { reason: error.message, passing: false }
  })
  child.once('exit', (code, signal) => {
    ended = true
    if (code !== 0) failure = explain(output(), child.pid, signal)
  })
  return {
    // On Windows any process id is accepted, because our child is pg_ctl, which starts the postmaster.
    started: (pid) => pid === child.pid || process.platform === 'win32',
    hasEnded: () => ended,
    failure: () => failure,
  }
}

/** Two servers that start at once write to the same log, so only lines of our process count. */
function explain(output: string, pid: number | undefined, signal: string | null): LaunchFailure {
  const isOurs = (line: string) => line.includes(`[${pid}]`) || process.platform === 'win32'
  const ours = output.split('\n').filter(isOurs).join('\n')
  return {
    reason: summarizeOutput(ours) || summarizeOutput(output) || `ended by ${signal}`,
    passing: signal === 'SIGKILL' || PASSING.test(ours),
  }
}

/** @param stalePid a process id in the lock file that PostgreSQL must treat as dead */
export function buildServerEnvironment(stalePid?: number): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {}
  for (const name of KEPT) if (process.env[name] !== undefined) env[name] = process.env[name]
  if (stalePid !== undefined) env.PG_GRANDPARENT_PID = String(stalePid)
  return env
}
