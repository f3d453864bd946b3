import { formatDateTime } from '@ce/client/format.ts'
import type { AuditEntry } from '@ce/client/staff/audit.ts'
import { actionWords } from './action-words.ts'
import { changesOf, nameOf, remarksOf } from './changes.ts'

const head = [
  '时间',
  '用户名',
  '姓名',
  '操作',
  '操作代码',
  '对象',
  '对象编号',
  '来源 IP',
  '改动',
  '说明',
]

/** Log rows as CSV that Excel opens rightly: UTF-8 with its mark, CRLF, nothing it would take for a formula. */
export function auditCsv(entries: readonly AuditEntry[]): string {
  const rows = entries.map(({ at, actor, actorName, action, subject, ip, detail }) => [
    formatDateTime(at),
    actor,
    actorName ?? '',
    actionWords(action),
    action,
    nameOf(detail),
    subject,
    ip ?? '',
    changesOf(detail)
      .map(({ field, before, after }) => `${field}：${before ?? '（无）'} → ${after ?? '（无）'}`)
      .join('\n'),
    remarksOf(detail)
      .map(({ field, text }) => `${field}：${text}`)
      .join('\n'),
  ])
  return `\ufeff${[head, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
}

function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
