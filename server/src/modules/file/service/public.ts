import type { Db } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import {
  closedFileUrl,
  deskHolder,
  deskLinkValid,
  publicFileUrl,
} from '../../../platform/files/links.ts'
import { isOpen, isPublic } from '../policy.ts'
import { type FileRow, findFiles } from '../store/files.ts'
import { findShown, listShown } from '../store/shown.ts'

/** What follows the address of a closed file when the desk shows it. */
interface DeskLink {
  s: string
  k?: string | undefined
  e: string
  t: string
}

/**
 * A file of the public pages: for everyone while it is open, with a link of the desk at any time. Anything else answers as if it were not
 * there. `closed`: only the link has opened it.
 */
export async function openPublicFile(
  deps: Deps,
  id: string,
  link?: DeskLink,
): Promise<FileRow & { closed: boolean }> {
  const file = await findShown(deps.db, id)
  if (!file || !isPublic(file)) return refuse('file.gone')
  if (isOpen(file)) return { ...file, closed: false }
  const forDesk = link?.k === deskHolder && deskLinkValid(deps.keys, { ...link, id })
  return forDesk ? { ...file, closed: true } : refuse('file.gone')
}

/** A file of the public pages, as other modules show it. */
export interface PublicFile {
  id: string
  purpose: string
  url: string
  name: string
  /** bytes */
  size: number
  mime: string
  /** pixels; null for what has none */
  width: number | null
  height: number | null
  /** what the code in it says, where it was uploaded as one */
  qrText: string | null
}

/** Those of the given files that are of the public pages, by id; a private, deleted or unknown one is left out. */
export async function findPublicFiles(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, PublicFile>> {
  if (ids.length === 0) return new Map()
  const files = (await findFiles(db, ids)).filter(isPublic)
  return new Map(files.map((file) => [file.id, { ...file, url: publicFileUrl(file.id) }]))
}

/** The same for a member of staff whose right to see them the caller has checked: what is closed to readers has an address of ten minutes. */
export async function findDeskFiles(
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  staffId: string,
  ids: readonly string[],
): Promise<Map<string, PublicFile>> {
  if (ids.length === 0) return new Map()
  const [files, shown] = await Promise.all([findPublicFiles(db, ids), listShown(db, ids)])
  const open = new Set(shown.filter(isOpen).map(({ id }) => id))
  for (const [id, file] of files)
    if (!open.has(id)) files.set(id, { ...file, url: closedFileUrl(keys, id, staffId) })
  return files
}
