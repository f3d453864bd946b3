import { execFile } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { errorCode } from '../error-code.ts'
import type { Binaries } from './binaries.ts'
import type { Place } from './place.ts'
import { isPostmasterOf } from './postmaster-file.ts'

const LOOK_EVERY_MS = 15

/** Fast shutdown (open transactions are rolled back); failing that, a stop that the next start recovers. */
const WAYS: [NodeJS.Signals, number][] = [
  ['SIGINT', 30_000],
  ['SIGQUIT', 10_000],
]

/**
 * Stops the postmaster and resolves when it is gone; at once when it is gone already.
 * @throws Error when it survives both ways
 */
export async function stopServer(place: Place, binaries: Binaries, pid: number): Promise<void> {
  if (process.platform === 'win32') return stopOnWindows(place, binaries)
  for (const [signal, patienceMs] of WAYS) {
    const end = Date.now() + patienceMs
    if (isPostmasterOf(place, pid)) send(pid, signal)
    while (isPostmasterOf(place, pid) && Date.now() < end) await delay(LOOK_EVERY_MS)
  }
  if (isPostmasterOf(place, pid)) throw new Error(`PostgreSQL (pid ${pid}) does not stop`)
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error // ended just now
  }
}

/** Windows has no signals: a kill would be a crash. */
async function stopOnWindows(place: Place, binaries: Binaries): Promise<void> {
  await promisify(execFile)(binaries.pgCtl, ['stop', '-m', 'fast', '-w', '-D', place.cluster])
}
