import { formatDateTime } from '@ce/client/format.ts'
import type { AuditEntry } from '@ce/client/staff/audit.ts'
import { csvOf } from '../../components/csv.ts'
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

/** Log rows as CSV. */
export function auditCsv(entries: readonly AuditEntry[]): string {
  const rows = entries.map(({ at, actor, actorName, action, subject, subjectName, ip, detail }) => [
    formatDateTime(at),
    actor,
    actorName ?? '',
    actionWords(action),
    action,
    nameOf({ subjectName, detail }),
    subject,
    ip ?? '',
    changesOf(detail)
      .map(({ field, before, after }) => `${field}：${before ?? '（无）'} → ${after ?? '（无）'}`)
      .join('\n'),
    remarksOf(detail)
      .map(({ field, text }) => `${field}：${text}`)
      .join('\n'),
  ])
  return csvOf([head, ...rows])
}
