import type { Db } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal, refuse } from '../../../platform/errors.ts'
import {
  createPrivateUrl,
  createPublicFileUrl,
  createSharedFilmUrl,
  createUnpublishedFileUrl,
  deskLinkHolder,
  verifyDeskUrl,
  verifyPlaybackUrl,
  verifyPrivateUrl,
  verifySharedFilmUrl,
} from '../../../platform/files/links.ts'
import { contentDisposition } from '../../../platform/files/send.ts'
import { isOpenToReaders, isPublicFile, mayOpenFile, needsSessionLink } from '../policy.ts'
import { type FileRow, findFile, findFiles, findVisibleFile, listVisibleFiles } from '../store/files.ts'

interface FileLink {
  fileId: string
  s: string
  e: string
  t: string
  k?: string | undefined
}

/** @throws Refusal 403 for a wrong or expired link or sign-in; 404 if the file is gone */
export async function openLinkedFile(deps: Deps, link: FileLink, authorization?: string): Promise<FileRow> {
  const { fileId: id, k } = link
  if (k === undefined) {
    if (!verifyPrivateUrl(deps.keys, 'files', { ...link, id })) return refuse('file.linkInvalid')
  } else if (k === deskLinkHolder) {
    if (!verifyDeskUrl(deps.keys, { ...link, id })) return refuse('file.linkInvalid')
  } else await requireHolder(deps, { ...link, id, k }, authorization)
  const file = await findFile(deps.db, id)
  if (file && needsSessionLink(file) && k === undefined) return refuse('file.linkInvalid')
  if (!file || !mayOpenFile(link.s, file)) return refuse('file.gone')
  return file
}

/**
 * Where somebody who may see this film gets it without the portal: from the CDN, or from the store. Null for all other
 * files, which only the portal sends.
 */
export async function findSharedFilmAddress({ env, files, keys }: Deps, file: FileRow): Promise<string | null> {
  if (file.purpose !== 'LESSON') return null
  if (env.filmsOrigin) return env.filmsOrigin + createSharedFilmUrl(keys, file)
  const content = { mime: file.mime, disposition: contentDisposition(file) }
  return (await files.direct?.signRead(file.storageKey, content)) ?? null
}

/** @throws Refusal file.linkInvalid, file.gone */
export async function openSharedFilm(deps: Deps, link: { id: string; e: string; t: string }): Promise<FileRow> {
  const file = await findFile(deps.db, link.id)
  if (!file || !verifySharedFilmUrl(deps.keys, { ...link, storageKey: file.storageKey }))
    return refuse('file.linkInvalid')
  return file.purpose === 'LESSON' ? file : refuse('file.gone')
}

/** If the request has a token, it must belong to the same student. */
async function requireHolder(
  deps: Deps,
  link: { id: string; s: string; k: string; e: string; t: string },
  authorization: string | undefined,
): Promise<void> {
  const { sessions, keys } = deps
  if (!verifyPlaybackUrl(keys, link)) return refuse('file.linkInvalid')
  const holder = await sessions.requireByHash(link.k).catch(nobodyIfRefused)
  const asker = authorization ? await sessions.require(authorization).catch(nobodyIfRefused) : holder
  if (!holder || holder.studentId !== link.s || asker?.studentId !== link.s) refuse('file.linkInvalid')
}

function nobodyIfRefused(error: unknown): null {
  if (error instanceof Refusal) return null
  throw error
}

/**
 * The caller checks permission. The link works for ten minutes (docs/rules/calls.md#private-links). Null for a deleted
 * file or one without an owner.
 */
export function createFileLink(
  { keys }: Pick<Deps, 'keys'>,
  file: { id: string | null; ownerId: string | null; deletedAt: Date | null },
): string | null {
  if (!file.id || !file.ownerId || file.deletedAt) return null
  return createPrivateUrl(keys, 'files', file.id, file.ownerId)
}

interface DeskLink {
  s: string
  k?: string | undefined
  e: string
  t: string
}

/** `closed` is true if only a desk link opened the file. */
export async function openPublicFile(deps: Deps, id: string, link?: DeskLink): Promise<FileRow & { closed: boolean }> {
  const file = await findVisibleFile(deps.db, id)
  if (!file || !isPublicFile(file)) return refuse('file.gone')
  if (isOpenToReaders(file)) return { ...file, closed: false }
  const forDesk = link?.k === deskLinkHolder && verifyDeskUrl(deps.keys, { ...link, id })
  return forDesk ? { ...file, closed: true } : refuse('file.gone')
}

export interface PublicFile {
  id: string
  purpose: string
  url: string
  name: string
  size: number
  mime: string
  /** Width in pixels. */
  width: number | null
  height: number | null
  qrText: string | null
}

/** Private, deleted and unknown files are left out. */
export async function findPublicFiles(db: Db, ids: readonly string[]): Promise<Map<string, PublicFile>> {
  if (ids.length === 0) return new Map()
  const files = (await findFiles(db, ids)).filter(isPublicFile)
  return new Map(files.map((file) => [file.id, { ...file, url: createPublicFileUrl(file.id) }]))
}

/** The caller checks permission. Links to files that are not public work for ten minutes. */
export async function findDeskFiles(
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  staffId: string,
  ids: readonly string[],
): Promise<Map<string, PublicFile>> {
  if (ids.length === 0) return new Map()
  const [files, shown] = await Promise.all([findPublicFiles(db, ids), listVisibleFiles(db, ids)])
  const open = new Set(shown.filter(isOpenToReaders).map(({ id }) => id))
  for (const [id, file] of files)
    if (!open.has(id)) files.set(id, { ...file, url: createUnpublishedFileUrl(keys, id, staffId) })
  return files
}
