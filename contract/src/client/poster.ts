import { z } from 'zod'
import { id, instant, queryNumber, titleCode } from '../common.ts'
import { categories } from '../rules/categories.ts'
import { maxCharactersText, searchLimits } from '../rules/search-limits.ts'

const isCategory = (value: number) => categories.some(({ id }) => id === value)
/** The category numbers are fixed (docs/rules/content.md#categories). */
export const categoryId = z.int('栏目不正确').refine(isCategory, '栏目不正确')
export const queryCategoryId = queryNumber(categoryId)

export const posterKeyword = z
  .string('应为文字')
  .trim()
  .max(searchLimits.publicContent, maxCharactersText(searchLimits.publicContent))
  .optional()

export const posterItem = z.object({
  id,
  categoryId: z.int(),
  title: z.string(),
  summary: z.string(),
  /** Null when the page draws a cover from category and title. For a person, this is the photo. */
  coverUrl: z.string().nullable(),
  titleCode,
  source: z.string(),
  author: z.string(),
  publishedAt: instant,
  pinned: z.boolean(),
  views: z.int(),
  hasVideo: z.boolean(),
})

const neighbour = z.object({ id, title: z.string() }).nullable()

export const posterInfo = posterItem.extend({
  /** The server has sanitised this HTML; headings have ids. */
  bodyHtml: z.string(),
  /** Headings of level 2 and 3, in order. */
  contents: z.array(z.object({ anchor: z.string(), text: z.string(), level: z.int() })),
  attachments: z.array(z.object({ name: z.string(), url: z.string(), size: z.int(), mime: z.string() })),
  video: z.object({ url: z.string(), mime: z.string(), captionsUrl: z.string().nullable() }).nullable(),
  /** `previous` is the neighbour that was published later. */
  previous: neighbour,
  next: neighbour,
  updatedAt: instant,
})
