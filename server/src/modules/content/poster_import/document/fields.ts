import { type CategoryId, categories, categoryById, contentLimits } from '@ce/contract'
import { parseDecimal } from '@ce/contract/decimal'
import type { FrontMatter } from './front-matter.ts'

const day = String.raw`((?:19|20)\d{2})[-./年]?(\d{1,2})[-./月]?(\d{1,2})日?`

const clock = String.raw`(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?`

const whole = new RegExp(`^${day}${clock}$`)

const strictDay = String.raw`((?:19|20)\d{2})(?:-|\.|/|_|年)(\d{1,2})(?:-|\.|/|_|月)(\d{1,2})`

const inName = new RegExp(String.raw`(?<!\d)(?:${strictDay}|((?:19|20)\d{2})(\d{2})(\d{2}))(?!\d)`)

export function readDocumentDetails(front: FrontMatter, made: string, problems: string[]) {
  const { summary, source = '', author = '', pinned = '', titleCode = '0' } = front.values
  if (!/^(true|false|yes|no|是|否|)$/i.test(pinned)) problems.push('pinned 应为 true 或 false')
  const code = parseDecimal(titleCode)
  const known = Number.isInteger(code) && code >= 0 && code <= 99
  if (!known) problems.push('titleCode 应为职称代码（整数）')
  return {
    summary: truncateWithProblem('摘要', summary ?? made, contentLimits.summary, problems),
    source: truncateWithProblem('来源', source, contentLimits.source, problems),
    author: truncateWithProblem('作者', author, contentLimits.author, problems),
    pinned: /^(true|yes|是)$/i.test(pinned),
    titleCode: known ? code : 0,
  }
}

export function readDocumentCategory(
  path: string,
  front: FrontMatter,
  fallback: number | null,
  problems: string[],
): number | null {
  const named = front.values.category
  if (named) {
    const found = parseCategory(named)
    if (found) return found
    problems.push(`没有“${named.slice(0, 40)}”这个栏目`)
    return null
  }
  const found = categoryOfPath(path) ?? fallback
  if (found !== null && categoryById(found)) return found
  problems.push('没有说明栏目：请为它选择栏目，或在上传前放进以栏目命名的文件夹')
  return null
}

/** True if choosing a category solves the problem. */
export const isCategoryProblem = (problem: string) => /^没有说明栏目：|^没有“[^”]*”这个栏目$/.test(problem)

export function readDocumentDate(path: string, front: FrontMatter, problems: string[]): Date | undefined {
  const { date } = front.values
  const said = date ? parsePublicationDate(date) : undefined
  if (date && !said) problems.push(`日期“${date.slice(0, 40)}”无法识别`)
  const found = said ?? parseFileNameDate(path.replace(/^.*\//s, ''))
  if (!found) problems.push('没有日期，将用发布时的时间')
  return found
}

export function truncateWithProblem(what: string, text: string, most: number, problems: string[]): string {
  const clean = text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  if (clean.length <= most) return clean
  problems.push(`${what}超过 ${most} 个字，已截断`)
  return clean
    .slice(0, most)
    .toWellFormed()
    .replace(/\ufffd$/, '')
}

/** Accepts a name or number of a category: `law`, 法律法规 or 35. */
export function parseCategory(text: string): CategoryId | undefined {
  const wanted = text.trim().normalize('NFKC').toLowerCase()
  return categories.find(
    ({ id, name, title }) => name.toLowerCase() === wanted || title === wanted || String(id) === wanted,
  )?.id
}

/** Takes the first folder in the path that names a category. */
export function categoryOfPath(path: string): CategoryId | undefined {
  for (const folder of path.split('/').slice(0, -1)) {
    // A folder that is only a number is probably no category id.
    const found = /^\d+$/.test(folder) ? undefined : parseCategory(folder)
    if (found) return found
  }
  return undefined
}

/** Reads 2026-03-01, 2026/3/1, 2026年3月1日 or 20260301 with an optional time; the default zone is China. */
export function parsePublicationDate(text: string): Date | undefined {
  const match = whole.exec(text.trim().normalize('NFKC'))
  if (!match) return undefined
  const [, year, month, date, hour = '0', minute = '0', second = '0', zone = '+08:00'] = match
  return instantOf([year, month, date], [hour, minute, second], zone)
}

export function parseFileNameDate(name: string): Date | undefined {
  const match = inName.exec(name.normalize('NFKC'))
  if (!match) return undefined
  const [, year, month, date, tightYear, tightMonth, tightDate] = match
  const parts = year ? [year, month, date] : [tightYear, tightMonth, tightDate]
  return instantOf(parts, ['0', '0', '0'], '+08:00')
}

/** Removes extension and date from a file name. */
export function titleFromFileName(name: string): string {
  const stem = name.replace(/^.*\//s, '').replace(/\.[^.]*$/, '')
  const title = stem
    .normalize('NFC')
    .replace(new RegExp(String.raw`[(（\[【]?${inName.source}日?[)）\]】]?`), '')
    .replace(/^[\s_-]+|[\s_-]+$/g, '')
  return title || stem
}

function instantOf(days: (string | undefined)[], clocks: (string | undefined)[], zone: string): Date | undefined {
  const [year, month, date] = days.map(Number)
  const [hour, minute, second] = clocks.map(Number)
  if (!year || !month || !date) return undefined
  const utc = new Date(Date.UTC(year, month - 1, date, hour, minute, second))
  if (utc.getUTCMonth() !== month - 1 || utc.getUTCDate() !== date) return undefined
  if ((hour ?? 0) > 23 || (minute ?? 0) > 59 || (second ?? 0) > 59) return undefined
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? []
  const offset = (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0))
  return new Date(utc.getTime() - offset * 60_000)
}
