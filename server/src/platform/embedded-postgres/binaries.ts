import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode } from '../error-code.ts'
import { StartError } from '../start-error.ts'
import { copyToCache } from './binaries-copy.ts'
import type { Identity } from './identity.ts'
import { linkLibraries, packageFolder } from './package-folder.ts'

const UNLINKED = 'its library links are missing and cannot be made'

export interface Binaries {
  postgres: string
  initdb: string
  pgCtl: string
}

/**
 * The programs of PostgreSQL, proven to run as `identity`. When that user cannot read node_modules
 * (npm install under /root), or the links are missing in a read-only node_modules, they are copied
 * once (60 MB) to a cache.
 * @throws StartError when they cannot be run anywhere
 */
export async function findBinaries(
  identity: Identity | undefined,
  source = packageFolder(),
): Promise<Binaries> {
  let trouble = linkLibraries(source.native) ? whyNotRun(source.native, identity) : UNLINKED
  if (trouble) {
    const usable = async (copy: string) => {
      trouble = linkLibraries(copy) ? whyNotRun(copy, identity) : UNLINKED
      return !trouble
    }
    const copy = await copyToCache(source, usable)
    if (copy) return programs(copy)
    throw new StartError(`PostgreSQL cannot run here (${trouble}): set DATABASE_URL`)
  }
  return programs(source.native)
}

function programs(native: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const program = (name: string) => join(native, 'bin', name + suffix)
  return { postgres: program('postgres'), initdb: program('initdb'), pgCtl: program('pg_ctl') }
}

/**
 * Asks for the version as the user who will run it: the only question that sees modes, ACLs, noexec
 * mounts, missing libraries and a container that may not change user, all alike.
 */
function whyNotRun(native: string, identity: Identity | undefined): string | undefined {
  const { postgres } = programs(native)
  if (!existsSync(postgres)) return 'the package is incomplete'
  const run = spawnSync(postgres, ['--version'], { ...identity, cwd: '/', encoding: 'utf8' })
  if (run.status === 0) return undefined
  // exec reports a missing loader as ENOENT
  if (errorCode(run.error) === 'ENOENT') {
    throw new StartError(
      'the packaged PostgreSQL does not run on this system (on Linux it needs glibc): set DATABASE_URL',
    )
  }
  // the kernel or the container forbids setuid: a copy would not change that
  if (errorCode(run.error) === 'EPERM' || errorCode(run.error) === 'EINVAL') {
    throw new StartError(
      `PostgreSQL cannot run as root and uid ${identity?.uid} is forbidden here: start as an ordinary user or set DATABASE_URL`,
    )
  }
  return (
    errorCode(run.error) ??
    ((run.stderr ?? '').trim().split('\n').at(-1) || `ended by ${run.signal}`)
  )
}
