import { randomUUID } from 'node:crypto'
import { lchown, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { errorCodeOf } from '../error-code.ts'
import { StartError } from '../errors.ts'

type Content = string | Buffer | AsyncIterable<Buffer>

export async function makeFolder(path: string, mode?: number): Promise<void> {
  const last = resolve(path)
  const first = await mkdir(last, { recursive: true, mode })
  if (!first) return
  const owner = await findOwnerForNewFiles(dirname(first))
  for (let made = last; made.length >= first.length; made = dirname(made)) {
    if (owner) await lchown(made, owner.uid, owner.gid)
    await syncFolder(dirname(made))
  }
}

/** An interrupted write leaves no file. @throws Error EEXIST when the file exists. */
export async function writeNewFile(path: string, content: Content): Promise<void> {
  const owner = await findOwnerForNewFiles(dirname(path))
  const handle = await open(path, 'wx', 0o600)
  try {
    if (owner) await handle.chown(owner.uid, owner.gid)
    await handle.writeFile(content)
    await handle.sync()
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await handle.close()
  }
}

/** Readers see all of the old or all of the new content, even after a power cut. */
export async function writeFileAtomically(path: string, content: Content): Promise<void> {
  const draft = temporaryPathFor(path)
  await writeNewFile(draft, content)
  await rename(draft, path)
  await syncFolder(dirname(path))
}

/** Names in a folder; none when there is no such folder. Any other error says nothing about what it holds. */
export async function listNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return []
    throw error
  }
}

/** @throws StartError with the reason why the folder cannot be written. */
export async function requireWritableFolder(folder: string): Promise<void> {
  const probe = temporaryPathFor(`${folder}/probe`)
  try {
    await makeFolder(folder)
    await writeNewFile(probe, '')
    await rm(probe)
  } catch (error) {
    throw new StartError(`DATA_DIR: ${folder} cannot be used (${errorCodeOf(error)})`)
  }
}

export function temporaryPathFor(path: string): string {
  return `${path}.${randomUUID()}.part`
}

/** Syncs a folder, so that the names in it survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot sync folders and does not need it.
  if (process.platform === 'win32') return
  await using directory = await open(folder, 'r')
  await directory.sync()
}

/** Files that root creates must be readable for the portal's own user. */
export async function findOwnerForNewFiles(folder: string): Promise<{ uid: number; gid: number } | null> {
  if (process.getuid?.() !== 0) return null
  const { uid, gid } = await stat(folder)
  return uid === 0 ? null : { uid, gid }
}
