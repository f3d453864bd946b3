import { z } from 'zod'
import { date, emptyRequest, id, pageQuery, pageShape } from '../common.ts'
import { defineCall } from '../define.ts'
import { legalTextKind, legalTextName } from '../legal-text.ts'
import { maxCharactersText, searchLimits } from '../rules/search-limits.ts'
import { posterInfo, posterItem, posterKeyword, queryCategoryId } from './poster.ts'

export const siteInfo = z.object({
  title: z.string(),
  organizer: z.string(),
  address: z.string(),
  email: z.string(),
  phone: z.string(),
  recordNumber: z.string(),
  policeRecordNumber: z.string(),
  wechatNumber: z.string(),
  qrImages: z.array(z.object({ title: z.string(), url: z.string() })),
  techSupport: z.string(),
  agreementVersion: z.string(),
  privacyVersion: z.string(),
  agreement: z.array(z.string()),
  privacy: z.array(z.string()),
})

const textItem = z.object({
  version: z.string(),
  effectiveFrom: date,
  /** Changes in this version of the legal text; empty when nobody described them. */
  summary: z.string(),
  state: z.enum(['COMING', 'IN_FORCE', 'PAST']),
})

export const first_page = {
  siteInfo: defineCall({
    method: 'GET',
    path: '/first_page/v1/site_info',
    audience: 'public',
    summary: '站点信息',
    request: emptyRequest,
    response: siteInfo,
    refusals: [],
  }),
  textVersions: defineCall({
    method: 'GET',
    path: '/first_page/v1/text_versions',
    audience: 'public',
    summary: '用户协议或隐私政策的全部版本：即将生效的、现行的和历史的，新的在前',
    request: z.object({ kind: legalTextKind }),
    response: z.array(textItem),
    refusals: [],
  }),
  textInfo: defineCall({
    method: 'GET',
    path: '/first_page/v1/text_info',
    audience: 'public',
    summary: '用户协议或隐私政策的一个版本：全文与修改说明',
    request: z.object(legalTextName),
    response: textItem.extend({ paragraphs: z.array(z.string()) }),
    refusals: ['first_page.textNotFound'],
  }),
  friendlinkList: defineCall({
    method: 'GET',
    path: '/first_page/v1/friendlink_list',
    audience: 'public',
    summary: '友情链接',
    request: emptyRequest,
    response: z.array(z.object({ id, title: z.string(), redirectUrl: z.string() })),
    refusals: [],
  }),
  swiperList: defineCall({
    method: 'GET',
    path: '/first_page/v1/swiper_list',
    audience: 'public',
    summary: '首页轮播',
    request: emptyRequest,
    response: z.array(z.object({ id, title: z.string(), imageUrl: z.string(), redirectUrl: z.string().nullable() })),
    refusals: [],
  }),
  postersList: defineCall({
    method: 'GET',
    path: '/first_page/v1/posters_list',
    audience: 'public',
    summary: '栏目内容列表：置顶在前，其余由新到旧',
    request: z.object({ categoryId: queryCategoryId, keyword: posterKeyword, ...pageQuery }),
    response: pageShape(posterItem),
    refusals: [],
  }),
  postersInfo: defineCall({
    method: 'GET',
    path: '/first_page/v1/posters_info',
    audience: 'public',
    summary: '一篇内容：正文、附件、视频、上一篇与下一篇',
    // Accepts any text as content id, so that an unknown address gets notFound.
    request: z.object({ id: z.string('请给出内容编号').max(200, '内容编号过长') }),
    response: posterInfo,
    refusals: ['first_page.notFound'],
  }),
  search: defineCall({
    method: 'GET',
    path: '/first_page/v1/search',
    audience: 'public',
    summary: '全站搜索',
    request: z.object({
      keyword: z
        .string('请输入关键词')
        .trim()
        .min(1, '请输入关键词')
        .max(searchLimits.publicContent, maxCharactersText(searchLimits.publicContent)),
      categoryId: queryCategoryId.optional(),
      ...pageQuery,
    }),
    response: pageShape(
      posterItem.extend({
        /** Title and excerpt around the first match, split at the matches. */
        titleParts: z.array(z.object({ text: z.string(), hit: z.boolean() })),
        excerpt: z.array(z.object({ text: z.string(), hit: z.boolean() })),
      }),
    ),
    refusals: [],
  }),
}
