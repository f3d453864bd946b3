import { formatDate, formatDateTime, formatLastDay } from '@ce/client/format.ts'
import type { AuditEntry } from '@ce/client/staff/audit.ts'
import { categoryById } from '@ce/contract/categories'
import { auditCodeLabel, auditFieldLabel } from './field-labels.ts'

export interface AuditChange {
  field: string
  before: string | null
  after: string | null
}

export function auditChangesOf(detail: Record<string, unknown>): AuditChange[] {
  const before = asFields(detail.before)
  const after = asFields(detail.after)
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => ({
      field: auditFieldLabel(field),
      before: field in before ? fieldInWords(field, before[field]) : null,
      after: field in after ? fieldInWords(field, after[field]) : null,
    }))
}

export function auditRemarksOf(detail: Record<string, unknown>): { field: string; text: string }[] {
  return Object.entries(detail)
    .filter(([field]) => field !== 'before' && field !== 'after')
    .map(([field, value]) => ({ field: auditFieldLabel(field), text: inWords(value) }))
}

/** Returns the current name of the subject, else the stored name, else ''. */
export function auditSubjectName({ subjectName, detail }: Pick<AuditEntry, 'subjectName' | 'detail'>): string {
  if (subjectName) return subjectName
  for (const side of [asFields(detail.after), asFields(detail.before), detail])
    for (const field of ['title', 'name', 'username', 'file', 'fileName'])
      if (typeof side[field] === 'string' && side[field]) return side[field]
  return ''
}

function asFields(value: unknown): Record<string, unknown> {
  if (value === null || value === undefined) return {}
  if (typeof value === 'object' && !Array.isArray(value)) return { ...value }
  return { items: value }
}

const lastDays = ['signEndAt', 'studyEndAt']

/** Plan days are stored as midnights, so show them as dates. */
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

function inWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return '（空）'
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'string') return instant.test(value) ? formatDateTime(value) : auditCodeLabel(value)
  if (Array.isArray(value)) return listInWords(value)
  if (typeof value === 'object') return objectInWords(value)
  return String(value)
}

function listInWords(list: unknown[]): string {
  if (list.length === 0) return '（无）'
  const parts = list.map(inWords)
  return parts.join(parts.some((part) => part.length > 30) ? '\n' : '、')
}

function objectInWords(value: object): string {
  return Object.entries(value)
    .map(([field, inner]) => `${auditFieldLabel(field)}：${inWords(inner)}`)
    .join('，')
}
