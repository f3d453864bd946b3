import type { StaffCalls } from '@ce/contract'
import { sql } from 'kysely'
import { cleanHtml } from '../../src/modules/content/poster/service/clean-html.ts'
import { addPoster } from '../../src/modules/content/poster/service/save.ts'
import { systemAuthor } from '../../src/platform/audit.ts'
import { inTransaction } from '../../src/platform/db/database.ts'
import { deps } from '../world.ts'

type Content = StaffCalls['POST /poster/v1/create']['request']['content']

let made = 0

export function posterInput(change: Partial<Content> = {}): Content {
  made += 1
  return {
    title: `内容 ${process.pid}-${made}`,
    summary: '',
    bodyHtml: '<p>正文</p>',
    coverFileId: null,
    videoFileId: null,
    captionsFileId: null,
    titleCode: 0,
    source: '',
    author: '',
    attachments: [],
    ...change,
  }
}

/** Creates a published item. `ago`: seconds since its publication; negative for the future. */
export async function makePoster(
  item: { categoryId?: number; pinned?: boolean; ago?: number; content?: Partial<Content> } = {},
): Promise<{ id: string; title: string }> {
  const { db } = await deps()
  const content = posterInput(item.content)
  const id = await inTransaction(db, async (tx) => {
    const at = await sql<{ at: Date }>`
      select app_now() - interval '1 second' * ${item.ago ?? 0} as at`.execute(tx)
    return addPoster(tx, systemAuthor, {
      categoryId: item.categoryId ?? 28,
      pinned: item.pinned ?? false,
      publishAt: at.rows[0]?.at ?? 'now',
      content,
      clean: cleanHtml(content.bodyHtml),
    })
  })
  return { id, title: content.title }
}
