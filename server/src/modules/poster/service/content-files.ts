import type { Db } from '../../../platform/db/database.ts'
import { refuse } from '../../../platform/errors.ts'
import { findPublicFiles, type PublicFile } from '../../file/service.ts'
import type { PosterContent } from '../content.ts'

/** A picture the product brought along is a COVER. */
const purposes = {
  coverFileId: ['PICTURE', 'COVER'],
  videoFileId: ['VIDEO'],
  captionsFileId: ['CAPTIONS'],
  attachments: ['ATTACHMENT', 'PICTURE'],
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
    ids[field].some((id) => !purposes[field].includes(files.get(id)?.purpose ?? '')),
  )
  if (bad.length > 0)
    refuse('poster.badFile', {
      fields: Object.fromEntries(bad.map((field) => [field, '文件不存在或类型不符'])),
    })
}

function idsOf(content: PosterContent): Record<keyof typeof purposes, string[]> {
  const one = (id: string | null) => (id ? [id] : [])
  return {
    coverFileId: one(content.coverFileId),
    videoFileId: one(content.videoFileId),
    captionsFileId: one(content.captionsFileId),
    attachments: content.attachments.map(({ fileId }) => fileId),
  }
}
