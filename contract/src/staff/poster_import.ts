import { z } from 'zod'
import { categoryId, posterInfo } from '../client/poster.ts'
import { id, instant, pageQuery, pageShape, queryNumber } from '../common.ts'
import { defineCall } from '../define.ts'
import { posterContent, posterContentView } from './poster.ts'

export const importedDocumentRow = z.object({
  path: z.string(),
  title: z.string(),
  categoryId: z.int().nullable(),
  publishedAt: instant.nullable(),
  source: z.string(),
  /**
   * CREATE becomes a content item, SAME exists already, ATTACHED belongs to another document, REFUSE has problems.
   */
  action: z.enum(['CREATE', 'SAME', 'ATTACHED', 'REFUSE']),
  posterId: id.nullable(),
  problems: z.array(z.string()),
  needsCategory: z.boolean(),
  /** Number of another row with the same content, or null. */
  twinOf: z.int().nullable(),
  pictures: z.int(),
  missing: z.int(),
  /** Lines that ask readers to follow an account, and whether the import removes them. */
  remains: z.object({ words: z.array(z.string()), gone: z.boolean() }).nullable(),
  chapters: z.int(),
  articles: z.int(),
  characters: z.int(),
})

const reportRow = importedDocumentRow.extend({
  no: z.int(),
  action: z.enum([...importedDocumentRow.shape.action.options, 'LEFT_OUT']),
  mended: z.boolean(),
})

const importState = z.enum(['CHECKED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'])

const report = z.object({
  importId: id,
  fileName: z.string(),
  state: importState,
  done: z.int(),
  total: z.int(),
  counts: z.object({ create: z.int(), same: z.int(), refuse: z.int(), leftOut: z.int() }),
  rows: z.array(reportRow),
})

const mostRows = 2000
const no = z.int('篇号不正确').min(0, '篇号不正确').max(mostRows, '篇号不正确')

const item = z.object({
  no: z.int(),
  version: z.int(),
  leftOut: z.boolean(),
  mended: z.boolean(),
  categoryId: z.int().nullable(),
  datedAt: instant.nullable(),
  problems: z.array(z.string()),
  content: posterContentView,
  /**
   * `otherHtml` is the text with these lines if `gone` is true, else the text without them; null after staff edited the
   * text.
   */
  remains: z.object({ words: z.array(z.string()), gone: z.boolean(), otherHtml: z.string().nullable() }).nullable(),
  /** The content item as visitors would see it; null when it has no category. */
  shown: posterInfo.nullable(),
})

const refusals = ['poster_import.notFound', 'poster_import.notWaiting'] as const

export const poster_import = {
  check: defineCall({
    method: 'POST',
    path: '/poster_import/v1/check',
    audience: 'staff',
    permission: 'poster.import',
    summary: '预览：逐条报告一个 ZIP 或单个文档会导入什么，不写入',
    labels: { fileId: '导入包' },
    request: z.object({
      fileId: id,
      categoryId: categoryId.nullable(),
    }),
    response: report,
    refusals: ['poster_import.unreadable', 'poster_import.tooLarge', 'poster_import.empty', 'common.tooManyImports'],
  }),
  list: defineCall({
    method: 'GET',
    path: '/poster_import/v1/list',
    audience: 'staff',
    permission: 'poster.import',
    summary: '自己的导入记录，新的在前；等待导入的可以接着处理',
    request: z.object(pageQuery),
    response: pageShape(
      z.object({
        id,
        fileName: z.string(),
        state: importState,
        createdAt: instant,
        total: z.int(),
        made: z.int(),
      }),
    ),
    refusals: [],
  }),
  run: defineCall({
    method: 'POST',
    path: '/poster_import/v1/run',
    audience: 'staff',
    permission: 'poster.import',
    summary: '按预览的结果导入；publish 为假时全部存为草稿',
    request: z.object({ importId: id, publish: z.boolean('请选择') }),
    response: report,
    refusals: [...refusals, 'poster_import.otherwiseRun'],
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
  item: defineCall({
    method: 'GET',
    path: '/poster_import/v1/item',
    audience: 'staff',
    permission: 'poster.import',
    summary: '等待导入的一篇：内容，和访客将看到的样子',
    labels: { no: '篇号' },
    request: z.object({ importId: id, no: queryNumber(no) }),
    response: item,
    refusals: [...refusals, 'poster_import.noItem'],
  }),
  mend: defineCall({
    method: 'POST',
    path: '/poster_import/v1/mend',
    audience: 'staff',
    permission: 'poster.import',
    summary: '修改等待导入的一篇：栏目、日期与内容',
    labels: { no: '篇号', content: '内容', datedAt: '日期', remainsGone: '引导关注的内容' },
    request: z.object({
      importId: id,
      no,
      version: z.int('版本不正确'),
      categoryId,
      datedAt: z.iso.datetime({ error: '日期格式不正确' }).nullable(),
      remainsGone: z.boolean('请选择'),
      content: posterContent,
    }),
    response: item.extend({ cleaned: z.array(z.string()) }),
    refusals: [...refusals, 'poster_import.noItem', 'poster_import.changed', 'poster_import.badDate', 'poster.badFile'],
  }),
  choose: defineCall({
    method: 'POST',
    path: '/poster_import/v1/choose',
    audience: 'staff',
    permission: 'poster.import',
    summary: '等待导入的若干篇：放进同一栏目，不导入，或恢复导入',
    labels: { nos: '篇号', leftOut: '不导入' },
    request: z
      .object({
        importId: id,
        nos: z.array(no).min(1, '请选择内容').max(mostRows, `一次最多 ${mostRows} 篇`),
        categoryId: categoryId.optional(),
        leftOut: z.boolean('请选择').optional(),
      })
      .refine((given) => given.categoryId !== undefined || given.leftOut !== undefined, '请选择栏目，或是否导入'),
    response: report,
    refusals: [...refusals, 'poster_import.noItem'],
  }),
  cancel: defineCall({
    method: 'POST',
    path: '/poster_import/v1/cancel',
    audience: 'staff',
    permission: 'poster.import',
    summary: '取消等待的或正在进行的导入；已经导入的保留',
    request: z.object({ importId: id }),
    response: report,
    refusals: [...refusals],
  }),
}
