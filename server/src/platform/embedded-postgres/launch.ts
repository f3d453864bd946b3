import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, fchownSync, openSync } from 'node:fs'
import { errorCode } from '../error-code.ts'
import { StartError } from '../start-error.ts'
import type { Binaries } from './binaries.ts'
import { ownFolder } from './identity.ts'
import { sizeOf, summary, writtenSince } from './log-file.ts'
import type { Place } from './place.ts'
import { serverEnvironment } from './server-environment.ts'

/** What refuses a start while the last processes of a killed server end, or a port was just taken. */
const PASSING = /lock file .* (already exists|is empty)|still in use|could not bind/

/** A postmaster we have spawned; it may still be starting. */
export interface Launched {
  /** Whether it is this postmaster. */
  started(pid: number): boolean
  hasEnded(): boolean
  /** Undefined while it runs and after an orderly stop. */
  failure(): Failure | undefined
}

export interface Failure {
  reason: string
  /** A later try may succeed. */
  passing: boolean
}

/**
 * Spawns a postmaster. It gets a session of its own: Ctrl-C in our terminal must reach Node alone,
 * which still needs the database to finish; and it outlives a killed Node, to be adopted by the next.
 * @param stalePid the postmaster that `postmaster.pid` names and that is known to be gone
 * @throws StartError when the log cannot be written
 */
export function launch(
  place: Place,
  binaries: Binaries,
  settings: string[],
  stalePid: number | undefined,
): Launched {
  const logStart = sizeOf(place.log)
  const log = openLog(place)
  const [program, words] = command(place, binaries, settings)
  const child = spawn(program, words, {
    ...place.identity,
    cwd: place.cluster,
    env: serverEnvironment(stalePid),
    detached: true,
    windowsHide: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  child.unref()
  return watch(child, () => writtenSince(place.log, logStart))
}

function openLog({ log, identity }: Place): number {
  try {
    const file = openSync(log, 'a', 0o600)
    if (identity) fchownSync(file, identity.uid, identity.gid)
    return file
  } catch (error) {
    throw new StartError(`the database cannot write its log ${log} (${errorCode(error)})`)
  }
}

function command(place: Place, binaries: Binaries, settings: string[]): [string, string[]] {
  const server = ['-D', ownFolder(place.cluster, place.identity)]
  if (process.platform !== 'win32') return [binaries.postgres, [...server, ...settings]]
  // only pg_ctl can drop an administrator's rights, without which PostgreSQL refuses on Windows too
  const quoted = settings.map((word) => `"${word}"`).join(' ')
  return [binaries.pgCtl, ['start', '-w', '-t', '600', ...server, '-o', quoted]]
}

function watch(child: ChildProcess, output: () => string): Launched {
  let ended = false
  let failure: Failure | undefined
  child.once('error', (error) => {
    ended = true
    failure = { reason: error.message, passing: false }
  })
  child.once('exit', (code, signal) => {
    ended = true
    if (code !== 0) failure = explain(output(), child.pid, signal)
  })
  return {
    // on Windows pg_ctl stands between us and the postmaster
    started: (pid) => pid === child.pid || process.platform === 'win32',
    hasEnded: () => ended,
    failure: () => failure,
  }
}

/** The server that won a race writes to the same log: only our own lines tell that we lost it. */
function explain(output: string, pid: number | undefined, signal: string | null): Failure {
  const isOurs = (line: string) => line.includes(`[${pid}]`) || process.platform === 'win32'
  const ours = output.split('\n').filter(isOurs).join('\n')
  return {
    reason: summary(ours) || summary(output) || `ended by ${signal}`,
    passing: signal === 'SIGKILL' || PASSING.test(ours),
  }
}
