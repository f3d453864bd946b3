import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerLocation } from './place.ts'

const EMPTY_FOR_MS = 5_000

export interface PostmasterFile {
  pid: number
  port: number
  /** The folder relative to the cluster; empty with TCP. */
  socketFolder: string
  /** `starting`, `ready` or `stopping`; empty while the file is being written. */
  status: string
}

/** After a crash the file may describe a dead server. */
export function readPostmasterFile(cluster: string): PostmasterFile | undefined {
  let text: string
  try {
    text = readFileSync(join(cluster, 'postmaster.pid'), 'utf8')
  } catch {
    return undefined
  }
  const [pid, , , port, socketFolder, , , status] = text.split('\n').map((line) => line.trim())
  // A negative number marks a single-user server.
  if (!Number(pid)) return undefined
  return {
    pid: Math.abs(Number(pid)),
    port: Number(port ?? 0),
    socketFolder: socketFolder ?? '',
    status: status ?? '',
  }
}

/** Removes an empty file that a power cut left, because it would block every start. */
export function removeEmptyPostmasterFile(cluster: string): void {
  const path = join(cluster, 'postmaster.pid')
  const file = statSync(path, { throwIfNoEntry: false })
  if (file?.size === 0 && file.mtimeMs < Date.now() - EMPTY_FOR_MS) rmSync(path, { force: true })
}

/** Compares the command line: a zombie has none, and an unrelated process has another one. */
export function isPostmasterOf(place: ServerLocation, pid: number): boolean {
  if (process.platform === 'win32') return isAlive(pid)
  return commandLine(pid).includes(`cluster_name=${place.name}`)
}

function commandLine(pid: number): string {
  if (process.platform !== 'linux') {
    return spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout
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
