import { formatDateTime } from '@ce/client/format.ts'
import type { AuditEntry } from '@ce/client/staff/audit.ts'
import { toExcelCsv } from '../../components/csv.ts'
import { auditActionLabel } from './action-labels.ts'
import { auditChangesOf, auditRemarksOf, auditSubjectName } from './changes.ts'

const head = ['时间', '用户名', '姓名', '操作', '操作代码', '对象', '对象编号', '来源 IP', '改动', '说明']

export function toAuditCsv(entries: readonly AuditEntry[]): string {
  const rows = entries.map(({ at, actor, actorName, action, subject, subjectName, ip, detail }) => [
    formatDateTime(at),
    actor,
    actorName ?? '',
    auditActionLabel(action),
    action,
    auditSubjectName({ subjectName, detail }),
    subject,
    ip ?? '',
    auditChangesOf(detail)
      .map(({ field, before, after }) => `${field}：${before ?? '（无）'} → ${after ?? '（无）'}`)
      .join('\n'),
    auditRemarksOf(detail)
      .map(({ field, text }) => `${field}：${text}`)
      .join('\n'),
  ])
  return toExcelCsv([head, ...rows])
}
