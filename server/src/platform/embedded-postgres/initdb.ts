import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { StartError } from '../start-error.ts'
import type { Binaries } from './binaries.ts'
import { ownFolder } from './identity.ts'
import { summary } from './log-file.ts'
import type { Place } from './place.ts'
import { serverEnvironment } from './server-environment.ts'
import { authentication } from './transport.ts'

/**
 * Text sorts by code point and counts Chinese as letters everywhere. The ctype matters: with ctype C,
 * pg_trgm sees no Chinese at all, even under the builtin provider. macOS and Windows have no locale
 * C.UTF-8, hence the builtin provider with a ctype they do have.
 */
const LOCALE: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: ['--locale=C.UTF-8'],
  darwin: [
    '--locale=C',
    '--lc-ctype=en_US.UTF-8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ],
  win32: [
    '--locale=C',
    '--lc-ctype=en-US',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ],
}

/**
 * Makes a cluster in an empty folder owned by the server's user.
 * @throws StartError with the last lines that initdb wrote
 */
export async function initdb(folder: string, place: Place, binaries: Binaries): Promise<void> {
  const target = ownFolder(folder, place.identity)
  const wanted = [
    ...['-D', target, '--username=postgres', '--encoding=UTF8', '--no-instructions'],
    ...(LOCALE[process.platform] ?? []),
    ...authentication(place),
  ]
  try {
    await promisify(execFile)(binaries.initdb, wanted, {
      ...place.identity,
      cwd: folder,
      env: serverEnvironment(),
      windowsHide: true,
    })
  } catch (error) {
    throw new StartError(
      `PostgreSQL could not make its cluster in ${place.dataDir}: ${said(error)}`,
    )
  }
}

function said(error: unknown): string {
  if (!(error instanceof Error)) return 'no reason given'
  const written = 'stderr' in error ? String(error.stderr) : ''
  return summary(written) || error.message
}
