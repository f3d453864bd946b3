import { z } from 'zod'
import { categoryId } from '../client/poster.ts'
import { id, instant } from '../common.ts'
import { defineCall } from '../define.ts'

/** One document of the folder or ZIP. */
export const importRow = z.object({
  path: z.string(),
  title: z.string(),
  categoryId: z.int().nullable(),
  publishedAt: instant.nullable(),
  /** CREATE: will become an item · SAME: already there · ATTACHED: comes along with another one · REFUSE: cannot be read, see problems */
  action: z.enum(['CREATE', 'SAME', 'ATTACHED', 'REFUSE']),
  /** the item it became, or is already; null until then, and for what is refused */
  posterId: id.nullable(),
  problems: z.array(z.string()),
  chapters: z.int(),
  articles: z.int(),
  characters: z.int(),
})

const report = z.object({
  importId: id,
  state: z.enum(['CHECKED', 'RUNNING', 'DONE', 'FAILED']),
  done: z.int(),
  total: z.int(),
  counts: z.object({ create: z.int(), same: z.int(), refuse: z.int() }),
  rows: z.array(importRow),
})

export const poster_import = {
  check: defineCall({
    method: 'POST',
    path: '/poster_import/v1/check',
    audience: 'staff',
    permission: 'poster.import',
    summary: '预览：逐条报告一个 ZIP 或单个文档会导入什么，不写入',
    labels: { fileId: '导入包' },
    request: z.object({
      /** a finished upload of purpose IMPORT */
      fileId: id,
      /** where a document that names no category goes */
      categoryId: categoryId.nullable(),
    }),
    response: report,
    refusals: ['poster_import.unreadable', 'poster_import.tooLarge', 'poster_import.empty'],
  }),
  run: defineCall({
    method: 'POST',
    path: '/poster_import/v1/run',
    audience: 'staff',
    permission: 'poster.import',
    summary: '按预览的结果导入；publish 为假时全部存为草稿',
    request: z.object({ importId: id, publish: z.boolean('请选择') }),
    response: report,
    refusals: ['poster_import.notFound', 'poster_import.otherwiseRun'],
  }),
  state: defineCall({
    method: 'GET',
    path: '/poster_import/v1/state',
    audience: 'staff',
    permission: 'poster.import',
    summary: '导入进度',
    request: z.object({ importId: id }),
    response: report,
    refusals: ['poster_import.notFound'],
  }),
}
