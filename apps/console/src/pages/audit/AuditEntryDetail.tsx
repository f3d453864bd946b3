import { type DefinitionItem, DefinitionList } from '@ce/client/components/DefinitionList.tsx'
import { formatDateTime } from '@ce/client/format.ts'
import type { AuditEntry } from '@ce/client/staff/audit.ts'
import classes from './AuditPage.module.css'
import { type AuditChange, auditChangesOf, auditRemarksOf } from './changes.ts'

export function AuditEntryDetail({ entry }: { entry: AuditEntry }) {
  const changes = auditChangesOf(entry.detail)
  const facts: DefinitionItem[] = [
    ...auditRemarksOf(entry.detail).map(({ field, text }) => [field, text] as const),
    ['时间', formatDateTime(entry.at)],
    ['来源 IP', entry.ip ?? '—'],
    ['对象编号', entry.subject || '—'],
    ['操作代码', entry.action],
    ['记录号', entry.id],
  ]
  return (
    <div className={classes.detail}>
      {changes.length > 0 ? <Diff changes={changes} /> : <p>这项操作没有改动内容。</p>}
      <DefinitionList className={classes.facts} facts={facts} />
    </div>
  )
}

function Diff({ changes }: { changes: AuditChange[] }) {
  return (
    <table className={classes.diff}>
      <thead>
        <tr>
          <th scope="col">改动的项</th>
          <th scope="col">改动前</th>
          <th scope="col">改动后</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{field}</th>
            <Side text={before} className={classes.before} />
            <Side text={after} className={classes.after} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Side({ text, className }: { text: string | null; className: string | undefined }) {
  if (text === null)
    return (
      <td>
        <span className={classes.none}>（无）</span>
      </td>
    )
  // A table cell scrolls long text, so the cell must be focusable.
  const long = text.length > 400
  return (
    <td className={className}>
      <span className={classes.value} {...(long ? { tabIndex: 0 } : {})}>
        {text}
      </span>
    </td>
  )
}
