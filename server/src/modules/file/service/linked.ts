import type { Deps } from '../../../platform/deps.ts'
import { Refusal, refuse } from '../../../platform/errors.ts'
import {
  deskHolder,
  deskLinkValid,
  linkValid,
  playbackValid,
  signedUrl,
} from '../../../platform/files/links.ts'
import { mayOpenFile, needsHolder } from '../policy.ts'
import { type FileRow, findFile } from '../store/files.ts'

interface FileLink {
  fileId: string
  s: string
  e: string
  t: string
  /** of a lesson's video: the sign-in it was given to */
  k?: string | undefined
}

/**
 * The file behind a private link. @throws Refusal 403 for a wrong or old link, or one whose sign-in is over or not the
 * asker's; 404 when the file is gone
 */
export async function openLinkedFile(
  deps: Deps,
  link: FileLink,
  authorization?: string,
): Promise<FileRow> {
  const { fileId: id, k } = link
  if (k === undefined) {
    if (!linkValid(deps.keys, 'files', { ...link, id })) return refuse('file.linkInvalid')
  } else if (k === deskHolder) {
    if (!deskLinkValid(deps.keys, { ...link, id })) return refuse('file.linkInvalid')
  } else await requireHolder(deps, { ...link, id, k }, authorization)
  const file = await findFile(deps.db, id)
  if (file && needsHolder(file) && k === undefined) return refuse('file.linkInvalid')
  if (!file || !mayOpenFile(link.s, file)) return refuse('file.gone')
  return file
}

/** The sign-in that the address was given to goes on, and whoever shows a sign-in of their own is the same student. */
async function requireHolder(
  deps: Deps,
  link: { id: string; s: string; k: string; e: string; t: string },
  authorization: string | undefined,
): Promise<void> {
  const { sessions, keys } = deps
  if (!playbackValid(keys, link)) return refuse('file.linkInvalid')
  const holder = await sessions.requireByHash(link.k).catch(nobodyIfRefused)
  const asker = authorization
    ? await sessions.require(authorization).catch(nobodyIfRefused)
    : holder
  if (!holder || holder.studentId !== link.s || asker?.studentId !== link.s)
    refuse('file.linkInvalid')
}

function nobodyIfRefused(error: unknown): null {
  if (error instanceof Refusal) return null
  throw error
}

/**
 * A private link to a student's file for somebody whose right to see it the caller has checked: bound to that student, ten minutes
 * (product §3). Null: no file, or its content is gone.
 */
export function linkFor(
  { keys }: Pick<Deps, 'keys'>,
  file: { id: string | null; ownerId: string | null; deletedAt: Date | null },
): string | null {
  if (!file.id || !file.ownerId || file.deletedAt) return null
  return signedUrl(keys, 'files', file.id, file.ownerId)
}
