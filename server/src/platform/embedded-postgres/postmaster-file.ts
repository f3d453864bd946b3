import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Place } from './place.ts'

const EMPTY_FOR_MS = 5_000

/** What a postmaster writes about itself into `postmaster.pid`. */
export interface PostmasterFile {
  pid: number
  port: number
  /** Relative to the cluster; empty with TCP. */
  socketFolder: string
  /** `starting`, `ready`, `stopping`; empty while the file is being written. */
  status: string
}

/** Undefined when there is none. After a kill -9 or a power cut it may describe a dead server. */
export function readPostmasterFile(cluster: string): PostmasterFile | undefined {
  let text: string
  try {
    text = readFileSync(join(cluster, 'postmaster.pid'), 'utf8')
  } catch {
    return undefined
  }
  const [pid, , , port, socketFolder, , , status] = text.split('\n').map((line) => line.trim())
  // a negative number marks a single-user server
  if (!Number(pid)) return undefined
  return {
    pid: Math.abs(Number(pid)),
    port: Number(port ?? 0),
    socketFolder: socketFolder ?? '',
    status: status ?? '',
  }
}

/**
 * A power cut can leave the file empty, and then PostgreSQL never starts again. It fills the file as
 * soon as it makes it, so one that stays empty is nobody's.
 */
export function removeEmptyFile(cluster: string): void {
  const path = join(cluster, 'postmaster.pid')
  const file = statSync(path, { throwIfNoEntry: false })
  if (file?.size === 0 && file.mtimeMs < Date.now() - EMPTY_FOR_MS) rmSync(path, { force: true })
}

/**
 * Whether the process is the living postmaster of this cluster: neither a zombie nor a stranger who got
 * its number. Told by the command line, which any user may read and a zombie has lost.
 */
export function isPostmasterOf(place: Place, pid: number): boolean {
  if (process.platform === 'win32') return isAlive(pid)
  return commandLine(pid).includes(`cluster_name=${place.name}`)
}

function commandLine(pid: number): string {
  if (process.platform !== 'linux') {
    return spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
      .stdout
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
