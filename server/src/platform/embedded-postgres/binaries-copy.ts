import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { cp, mkdtemp } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PostgresPackage } from './package-folder.ts'

/**
 * Finds or makes a copy of the package that passes `usable`, trying the caches in order.
 * @returns the copied native folder; undefined when none passes
 */
export async function copyToCache(
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

/** We execute what lies there, so under /tmp nobody else may own it or write to it. */
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

/** Copies beside, then renames: a copy that exists is whole, and the loser of a race changes nothing. */
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

/** The package may have been installed with umask 077. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile()) chmodSync(path, lstatSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}
