import type { Db } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { findDeskFiles, findPublicFiles, isPicture, type PublicFile } from '../../file/service.ts'
import type { PosterContent } from '../content.ts'
import { listFiles } from '../store/revisions.ts'

type File = Pick<PublicFile, 'purpose'>

/** Which file fits which field. */
const fits = {
  coverFileId: isPicture,
  videoFileId: ({ purpose }: File) => purpose === 'VIDEO',
  captionsFileId: ({ purpose }: File) => purpose === 'CAPTIONS',
  attachments: ({ purpose }: File) => purpose === 'ATTACHMENT' || purpose === 'PICTURE',
}

/** The files a content names, by id. */
export function filesOf(db: Db, content: PosterContent): Promise<Map<string, PublicFile>> {
  return findPublicFiles(db, Object.values(idsOf(content)).flat())
}

/** @throws Refusal poster.badFile naming the fields whose file is missing or of another kind */
export async function requireFiles(db: Db, content: PosterContent): Promise<void> {
  const files = await filesOf(db, content)
  const ids = idsOf(content)
  const bad = (Object.keys(ids) as (keyof typeof ids)[]).filter((field) =>
    ids[field].some((id) => !fits[field](files.get(id) ?? { purpose: '' })),
  )
  if (bad.length > 0)
    refuse('poster.badFile', {
      fields: Object.fromEntries(bad.map((field) => [field, '文件不存在或类型不符'])),
    })
}

/** All files that a revision shows, those of its text too, by id, with addresses that a member of staff can open. */
export async function deskFilesOf(
  deps: Deps,
  staffId: string,
  { id, no }: { id: string; no: number },
): Promise<Map<string, PublicFile>> {
  return findDeskFiles(deps, staffId, await listFiles(deps.db, id, no))
}

/** The files that its fields name. */
export function idsOf(content: PosterContent): Record<keyof typeof fits, string[]> {
  const one = (id: string | null) => (id ? [id] : [])
  return {
    coverFileId: one(content.coverFileId),
    videoFileId: one(content.videoFileId),
    captionsFileId: one(content.captionsFileId),
    attachments: content.attachments.map(({ fileId }) => fileId),
  }
}
