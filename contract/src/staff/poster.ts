import { z } from 'zod'
import { categoryId, posterInfo, posterKeyword, queryCategoryId } from '../client/poster.ts'
import { id, instant, pageQuery, pageShape, queryNumber, reason, text, titleCode } from '../common.ts'
import { defineCall } from '../define.ts'
import { contentLimits } from '../rules/content-limits.ts'

const fileId = id.nullable()

export const posterContent = z.object({
  title: text(contentLimits.title).min(1, '请填写标题'),
  summary: text(contentLimits.summary),
  bodyHtml: z.string('请填写正文').max(contentLimits.body, '正文过长，请拆分或去掉粘贴的图片'),
  coverFileId: fileId,
  videoFileId: fileId,
  captionsFileId: fileId,
  titleCode,
  source: text(contentLimits.source),
  author: text(contentLimits.author),
  attachments: z
    .array(z.object({ fileId: id, name: text(contentLimits.attachmentName).min(1, '请填写附件名称') }))
    .max(contentLimits.attachments, `附件最多 ${contentLimits.attachments} 个`),
})

const filePreview = z.object({ id, url: z.string(), name: z.string(), size: z.int(), mime: z.string() }).nullable()

export const posterContentView = posterContent.extend({
  cover: filePreview,
  video: filePreview,
  captions: filePreview,
  attachments: z.array(z.object({ fileId: id, name: z.string(), url: z.string(), size: z.int(), mime: z.string() })),
})

export const posterState = z.enum(['DRAFT', 'SCHEDULED', 'PUBLISHED', 'WITHDRAWN'], '状态不正确')

const head = z.object({
  id,
  categoryId: z.int(),
  state: posterState,
  pinned: z.boolean(),
  publishAt: instant.nullable(),
  /** The time shown as time of publication when staff publish the item without giving one; null means now. */
  datedAt: instant.nullable(),
  views: z.int(),
  /** The version grows with each change; sending it back prevents lost updates. */
  version: z.int(),
  draftNo: z.int(),
  publishedNo: z.int().nullable(),
  updatedAt: instant,
  updatedBy: z.string(),
})

/** Highest revision number, just below the limit of the database column. */
const mostRevisions = 2_000_000_000
const which = { id, version: z.int('版本不正确') }
const moved = z.object({ version: z.int(), draftNo: z.int() })
const publishAt = z.iso.datetime({ error: '时间格式不正确' }).nullable()

/** Ids of several items, each with the version that the editor saw. */
const several = {
  items: z
    .array(z.object(which))
    .min(1, '请选择内容')
    .max(100, '一次最多 100 篇')
    .refine((items) => new Set(items.map(({ id }) => id)).size === items.length, '有重复的内容'),
}
/** Items succeed or fail separately, in request order. */
const batchDone = z.object({
  done: z.int(),
  refused: z.int(),
  outcomes: z.array(
    z.object({
      id,
      moved: moved.nullable(),
      refusal: z.object({ key: z.string(), msg: z.string() }).nullable(),
    }),
  ),
})

export const poster = {
  list: defineCall({
    method: 'GET',
    path: '/poster/v1/list',
    audience: 'staff',
    permission: 'poster.read',
    summary: '内容列表',
    request: z.object({
      categoryId: queryCategoryId.optional(),
      state: posterState.optional(),
      keyword: posterKeyword,
      ...pageQuery,
    }),
    response: pageShape(head.extend({ title: z.string() })),
    refusals: [],
  }),
  info: defineCall({
    method: 'GET',
    path: '/poster/v1/info',
    audience: 'staff',
    permission: 'poster.read',
    summary: '一篇内容的最新稿',
    request: z.object({ id }),
    response: head.extend({ content: posterContentView }),
    refusals: ['poster.notFound'],
  }),
  create: defineCall({
    method: 'POST',
    path: '/poster/v1/create',
    audience: 'staff',
    permission: 'poster.edit',
    summary: '新建草稿',
    labels: { content: '内容' },
    request: z.object({ categoryId, content: posterContent }),
    response: moved.extend({ id, cleaned: z.array(z.string()) }),
    refusals: ['poster.badFile'],
  }),
  save: defineCall({
    method: 'POST',
    path: '/poster/v1/save',
    audience: 'staff',
    permission: 'poster.edit',
    summary: '保存为新的一稿；读者看到的不变，直到发布',
    labels: { content: '内容' },
    request: z.object({ ...which, content: posterContent }),
    response: moved.extend({ cleaned: z.array(z.string()) }),
    refusals: ['poster.notFound', 'poster.versionStale', 'poster.badFile'],
  }),
  publish: defineCall({
    method: 'POST',
    path: '/poster/v1/publish',
    audience: 'staff',
    permission: 'poster.publish',
    summary: '发布最新稿（导入的草稿、撤回过的内容用原来的日期），或定时发布',
    request: z.object({ ...which, publishAt }),
    response: moved,
    refusals: [
      'poster.notFound',
      'poster.versionStale',
      'poster.videoNeeded',
      'poster.badTime',
      'poster.datedTooFar',
      'poster.alreadyLive',
    ],
  }),
  withdraw: defineCall({
    method: 'POST',
    path: '/poster/v1/withdraw',
    audience: 'staff',
    permission: 'poster.publish',
    summary: '撤回，读者不再看到',
    request: z.object({ ...which, reason }),
    response: moved,
    refusals: ['poster.notFound', 'poster.versionStale', 'poster.notPublished'],
  }),
  pin: defineCall({
    method: 'POST',
    path: '/poster/v1/pin',
    audience: 'staff',
    permission: 'poster.publish',
    summary: '置顶或取消置顶；撤回的内容不能置顶',
    request: z.object({ ...which, pinned: z.boolean('请选择') }),
    response: moved,
    refusals: ['poster.notFound', 'poster.versionStale', 'poster.withdrawnPin'],
  }),
  remove: defineCall({
    method: 'POST',
    path: '/poster/v1/remove',
    audience: 'staff',
    permission: 'poster.edit',
    summary: '删除从未发布过的草稿',
    request: z.object({ ...which, reason }),
    response: moved,
    refusals: ['poster.notFound', 'poster.versionStale', 'poster.wasPublished'],
  }),
  publishBatch: defineCall({
    method: 'POST',
    path: '/poster/v1/publish_batch',
    audience: 'staff',
    permission: 'poster.publish',
    summary: '发布多篇，或定时发布；逐篇答复',
    request: z.object({ ...several, publishAt }),
    response: batchDone,
    refusals: [],
  }),
  withdrawBatch: defineCall({
    method: 'POST',
    path: '/poster/v1/withdraw_batch',
    audience: 'staff',
    permission: 'poster.publish',
    summary: '撤回多篇；逐篇答复',
    request: z.object({ ...several, reason }),
    response: batchDone,
    refusals: [],
  }),
  removeBatch: defineCall({
    method: 'POST',
    path: '/poster/v1/remove_batch',
    audience: 'staff',
    permission: 'poster.edit',
    summary: '删除多篇从未发布过的草稿；逐篇答复',
    request: z.object({ ...several, reason }),
    response: batchDone,
    refusals: [],
  }),
  revisions: defineCall({
    method: 'GET',
    path: '/poster/v1/revisions',
    audience: 'staff',
    permission: 'poster.read',
    summary: '历史稿',
    request: z.object({ id }),
    response: z.array(
      z.object({
        no: z.int(),
        title: z.string(),
        savedAt: instant,
        savedBy: z.string(),
        restoredFrom: z.int().nullable(),
        published: z.boolean(),
      }),
    ),
    refusals: ['poster.notFound'],
  }),
  preview: defineCall({
    method: 'GET',
    path: '/poster/v1/preview',
    audience: 'staff',
    permission: 'poster.read',
    summary: '某一稿，恰如读者将看到的样子',
    labels: { no: '稿号' },
    request: z.object({
      id,
      no: queryNumber(z.int('稿号不正确').min(1, '稿号不正确').max(mostRevisions, '稿号不正确')).optional(),
    }),
    response: posterInfo,
    refusals: ['poster.notFound'],
  }),
  restore: defineCall({
    method: 'POST',
    path: '/poster/v1/restore',
    audience: 'staff',
    permission: 'poster.edit',
    summary: '把某一历史稿恢复为最新稿',
    labels: { no: '稿号' },
    request: z.object({
      ...which,
      no: z.int('稿号不正确').min(1, '稿号不正确').max(mostRevisions, '稿号不正确'),
    }),
    response: moved,
    refusals: ['poster.notFound', 'poster.versionStale'],
  }),
}
