import { z } from 'zod'
import { id, instant, queryNumber, titleCode } from '../common.ts'
import { categories } from '../rules/categories.ts'
import { searchLimits, tooLong } from '../rules/search-limits.ts'

const isCategory = (value: number) => categories.some(({ id }) => id === value)
/** The specification's numbers (§3). */
export const categoryId = z.int('栏目不正确').refine(isCategory, '栏目不正确')
/** the same in a query, where every value is text */
export const queryCategoryId = queryNumber(categoryId)

export const keyword = z
  .string('应为文字')
  .trim()
  .max(searchLimits.publicContent, tooLong(searchLimits.publicContent))
  .optional()

/** One published item in a list. */
export const posterItem = z.object({
  id,
  categoryId: z.int(),
  title: z.string(),
  summary: z.string(),
  /** null: the page draws a cover from the category and the title; of a person, the photo */
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

/** One item as readers see it. */
export const posterInfo = posterItem.extend({
  /** sanitised on the way in; headings carry ids */
  bodyHtml: z.string(),
  /** the headings of a long text, in order; level 2 or 3 */
  contents: z.array(z.object({ anchor: z.string(), text: z.string(), level: z.int() })),
  attachments: z.array(
    z.object({ name: z.string(), url: z.string(), size: z.int(), mime: z.string() }),
  ),
  video: z
    .object({ url: z.string(), mime: z.string(), captionsUrl: z.string().nullable() })
    .nullable(),
  /** by publication: `previous` is the newer neighbour in the list */
  previous: neighbour,
  next: neighbour,
  updatedAt: instant,
})
