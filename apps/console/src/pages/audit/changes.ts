import { formatDate, formatDateTime, formatLastDay } from '@ce/client/format.ts'
import type { AuditEntry } from '@ce/client/staff/audit.ts'
import { categoryById } from '@ce/contract/categories'
import { codeWords, fieldWords } from './field-words.ts'

/** One field of a logged change, in words; null where it did not exist. */
export interface Change {
  field: string
  before: string | null
  after: string | null
}

/** What differs between `before` and `after` of a log row, in the order in which the fields stand there. */
export function changesOf(detail: Record<string, unknown>): Change[] {
  const before = asFields(detail.before)
  const after = asFields(detail.after)
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => ({
      field: fieldWords(field),
      before: field in before ? fieldInWords(field, before[field]) : null,
      after: field in after ? fieldInWords(field, after[field]) : null,
    }))
}

/** Whatever else a log row tells: the reason, counts. */
export function remarksOf(detail: Record<string, unknown>): { field: string; text: string }[] {
  return Object.entries(detail)
    .filter(([field]) => field !== 'before' && field !== 'after')
    .map(([field, value]) => ({ field: fieldWords(field), text: inWords(value) }))
}

/** What a log row is about, by the name it has today or else had; empty when nobody knows one. */
export function nameOf({
  subjectName,
  detail,
}: Pick<AuditEntry, 'subjectName' | 'detail'>): string {
  if (subjectName) return subjectName
  for (const side of [asFields(detail.after), asFields(detail.before), detail])
    for (const field of ['title', 'name', 'username', 'file', 'fileName'])
      if (typeof side[field] === 'string' && side[field]) return side[field]
  return ''
}

function asFields(value: unknown): Record<string, unknown> {
  if (value === null || value === undefined) return {}
  if (typeof value === 'object' && !Array.isArray(value)) return { ...value }
  // a list or a text as a whole
  return { items: value }
}

const lastDays = ['signEndAt', 'studyEndAt']

/** The days of a plan, which begin and end at midnight. */
function dayInWords(field: string, value: unknown): string | null {
  if (typeof value !== 'string') return null
  if (field === 'signStartAt') return formatDate(value)
  return lastDays.includes(field) ? formatLastDay(value) : null
}

function fieldInWords(field: string, value: unknown): string {
  const category = field === 'categoryId' ? categoryById(Number(value)) : undefined
  return category?.title ?? dayInWords(field, value) ?? inWords(value)
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** A logged value as people read it: yes and no, local times, lists by their names. */
function inWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return '（空）'
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'string')
    return instant.test(value) ? formatDateTime(value) : codeWords(value)
  if (Array.isArray(value)) return listInWords(value)
  if (typeof value === 'object') return objectInWords(value)
  return String(value)
}

function listInWords(list: unknown[]): string {
  if (list.length === 0) return '（无）'
  const parts = list.map(inWords)
  // paragraphs keep their lines; short entries stand in a row
  return parts.join(parts.some((part) => part.length > 30) ? '\n' : '、')
}

function objectInWords(value: object): string {
  return Object.entries(value)
    .map(([field, inner]) => `${fieldWords(field)}：${inWords(inner)}`)
    .join('，')
}
