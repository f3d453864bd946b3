import { categoryById, contentLimits } from '@ce/contract'
import { parseDecimal } from '@ce/contract/decimal'
import { categoryFrom, categoryOfPath } from './category.ts'
import { dateInName, readDate } from './dates.ts'
import type { FrontMatter } from './front-matter.ts'

/** The fields beside the text, from the front matter; `made` is the summary where it has none. */
export function details(front: FrontMatter, made: string, problems: string[]) {
  const { summary, source = '', author = '', pinned = '', titleCode = '0' } = front.values
  if (!/^(true|false|yes|no|是|否|)$/i.test(pinned)) problems.push('pinned 应为 true 或 false')
  const code = parseDecimal(titleCode)
  const known = Number.isInteger(code) && code >= 0 && code <= 99
  if (!known) problems.push('titleCode 应为职称代码（整数）')
  return {
    summary: fitting('摘要', summary ?? made, contentLimits.summary, problems),
    source: fitting('来源', source, contentLimits.source, problems),
    author: fitting('作者', author, contentLimits.author, problems),
    pinned: /^(true|yes|是)$/i.test(pinned),
    titleCode: known ? code : 0,
  }
}

/** null, with a remark, where nothing names a category that there is. */
export function categoryOf(
  path: string,
  front: FrontMatter,
  fallback: number | null,
  problems: string[],
): number | null {
  const named = front.values.category
  if (named) {
    const found = categoryFrom(named)
    if (found) return found
    problems.push(`没有“${named.slice(0, 40)}”这个栏目`)
    return null
  }
  const found = categoryOfPath(path) ?? fallback
  if (found !== null && categoryById(found)) return found
  problems.push('没有说明栏目：请为它选择栏目，或在上传前放进以栏目命名的文件夹')
  return null
}

/** Whether a remark is only about the category, so that it is settled once somebody gives it one. */
export const isAboutCategory = (problem: string) =>
  /^没有说明栏目：|^没有“[^”]*”这个栏目$/.test(problem)

/** When it was published; undefined, with a remark, where nothing says so. */
export function dateOf(path: string, front: FrontMatter, problems: string[]): Date | undefined {
  const { date } = front.values
  const said = date ? readDate(date) : undefined
  if (date && !said) problems.push(`日期“${date.slice(0, 40)}”无法识别`)
  const found = said ?? dateInName(path.replace(/^.*\//s, ''))
  if (!found) problems.push('没有日期，将用发布时的时间')
  return found
}

/** The text itself when it fits; else its beginning, and a remark. */
export function fitting(what: string, text: string, most: number, problems: string[]): string {
  const clean = text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  if (clean.length <= most) return clean
  problems.push(`${what}超过 ${most} 个字，已截断`)
  return clean
    .slice(0, most)
    .toWellFormed()
    .replace(/\ufffd$/, '')
}
