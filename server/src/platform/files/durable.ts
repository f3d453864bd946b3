import { randomUUID } from 'node:crypto'
import { lchown, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { errorCode } from '../error-code.ts'
import { StartError } from '../start-error.ts'

type Content = string | Buffer | AsyncIterable<Buffer>

/** Makes a folder with those above it, unless it is there. */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  const last = resolve(path)
  const first = await mkdir(last, { recursive: true, mode })
  if (!first) return
  const owner = await ownerFor(dirname(first))
  for (let made = last; made.length >= first.length; made = dirname(made)) {
    if (owner) await lchown(made, owner.uid, owner.gid)
    await syncFolder(dirname(made))
  }
}

/** Writes a file that is not there yet: on disk when it resolves, gone when it breaks off. @throws Error EEXIST when it is */
export async function writeNew(path: string, content: Content): Promise<void> {
  const owner = await ownerFor(dirname(path))
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

/** Writes a file that may be there already: whoever reads it finds all of the old or all of the new, after a power cut too. */
export async function writeWhole(path: string, content: Content): Promise<void> {
  const draft = draftOf(path)
  await writeNew(draft, content)
  await rename(draft, path)
  await syncFolder(dirname(path))
}

/** Makes a folder and writes into it. @throws StartError naming what prevents it */
export async function requireWritable(folder: string): Promise<void> {
  const probe = draftOf(`${folder}/probe`)
  try {
    await makeFolder(folder)
    await writeNew(probe, '')
    await rm(probe)
  } catch (error) {
    throw new StartError(`DATA_DIR: ${folder} cannot be used (${errorCode(error)})`)
  }
}

/** A name beside the file that nobody else takes. */
export function draftOf(path: string): string {
  return `${path}.${randomUUID()}.part`
}

/** The names in a folder survive a power cut from here on. */
export async function syncFolder(folder: string): Promise<void> {
  const directory = await open(folder, 'r')
  // Windows cannot, and need not
  await directory.sync().catch(() => {})
  await directory.close()
}

/** Whose what root makes in a folder shall be: a command run as root must leave nothing that the portal's own user cannot read. */
export async function ownerFor(folder: string): Promise<{ uid: number; gid: number } | null> {
  if (process.getuid?.() !== 0) return null
  const { uid, gid } = await stat(folder)
  return uid === 0 ? null : { uid, gid }
}
