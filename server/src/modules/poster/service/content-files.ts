import type { Db, Tx } from '../../../platform/db/database.ts'
import { refuse } from '../../../platform/errors.ts'
import { findPublicFiles, isPicture, type PublicFile, withholdFiles } from '../../file/service.ts'
import type { PosterContent } from '../content.ts'
import { listAttachments } from '../store/attachments.ts'

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

/** What an item took with it when it was withdrawn must not stay open to whoever kept the address. */
export async function openShownAttachments(tx: Tx, posterId: string): Promise<void> {
  await withholdFiles(tx, await listAttachments(tx, posterId))
}

function idsOf(content: PosterContent): Record<keyof typeof fits, string[]> {
  const one = (id: string | null) => (id ? [id] : [])
  return {
    coverFileId: one(content.coverFileId),
    videoFileId: one(content.videoFileId),
    captionsFileId: one(content.captionsFileId),
    attachments: content.attachments.map(({ fileId }) => fileId),
  }
}
