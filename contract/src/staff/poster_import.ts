import { z } from 'zod'
import { categoryId, posterInfo } from '../client/poster.ts'
import { id, instant, pageOf, pageQuery, queryNumber } from '../common.ts'
import { defineCall } from '../define.ts'
import { posterContent, posterContentShown } from './poster.ts'

/** One document of the folder or ZIP, as it was read. */
export const importRow = z.object({
  path: z.string(),
  title: z.string(),
  categoryId: z.int().nullable(),
  publishedAt: instant.nullable(),
  source: z.string(),
  /** CREATE: will become an item · SAME: already there · ATTACHED: comes along with another one · REFUSE: cannot be read, see problems */
  action: z.enum(['CREATE', 'SAME', 'ATTACHED', 'REFUSE']),
  /** the item it became, or is already; null until then, and for what is refused */
  posterId: id.nullable(),
  problems: z.array(z.string()),
  /** refused only because nothing names its category */
  needsCategory: z.boolean(),
  /** it says the same as this row of the package; null: it does not */
  twinOf: z.int().nullable(),
  pictures: z.int(),
  /** pictures that did not come along: the text says where each belongs */
  missing: z.int(),
  /** what asks readers to follow an account, line by line, and whether it is left out as it stands */
  remains: z.object({ words: z.array(z.string()), gone: z.boolean() }).nullable(),
  chapters: z.int(),
  articles: z.int(),
  characters: z.int(),
})

/** The same with what a person decided of it. */
const reportRow = importRow.extend({
  no: z.int(),
  /** LEFT_OUT: somebody decided against it */
  action: z.enum([...importRow.shape.action.options, 'LEFT_OUT']),
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

/** of a package: as many as it may have files */
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
  content: posterContentShown,
  /** what asks readers to follow an account; `otherHtml`: the text as it was read, the other way round; null: it was mended since */
  remains: z
    .object({ words: z.array(z.string()), gone: z.boolean(), otherHtml: z.string().nullable() })
    .nullable(),
  /** exactly as visitors would see it; null: it has no category yet */
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
      /** a finished upload of purpose IMPORT */
      fileId: id,
      /** where a document that names no category goes */
      categoryId: categoryId.nullable(),
    }),
    response: report,
    refusals: ['poster_import.unreadable', 'poster_import.tooLarge', 'poster_import.empty'],
  }),
  list: defineCall({
    method: 'GET',
    path: '/poster_import/v1/list',
    audience: 'staff',
    permission: 'poster.import',
    summary: '自己的导入记录，新的在前；等待导入的可以接着处理',
    request: z.object(pageQuery),
    response: pageOf(
      z.object({
        id,
        fileName: z.string(),
        state: importState,
        createdAt: instant,
        total: z.int(),
        /** items it made */
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
      /** how it is with what asks to follow an account, in this text */
      remainsGone: z.boolean('请选择'),
      content: posterContent,
    }),
    /** `cleaned`: what was removed from the HTML, in words */
    response: item.extend({ cleaned: z.array(z.string()) }),
    refusals: [
      ...refusals,
      'poster_import.noItem',
      'poster_import.changed',
      'poster_import.badDate',
      'poster.badFile',
    ],
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
      .refine(
        (given) => given.categoryId !== undefined || given.leftOut !== undefined,
        '请选择栏目，或是否导入',
      ),
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
