import { formatDateTime } from '@ce/client/format.ts'
import type { AuditEntry } from '@ce/client/staff/audit.ts'
import type { TableProps } from 'antd'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import classes from './AuditPage.module.css'
import { actionWords } from './action-words.ts'
import { nameOf } from './changes.ts'

export const auditColumns: TableProps<AuditEntry>['columns'] = [
  {
    key: 'at',
    title: '时间',
    className: classes.time,
    responsive: ['md'],
    render: (_, { at }) => formatDateTime(at),
  },
  { key: 'actor', title: '谁', render: (_, entry) => <Actor entry={entry} /> },
  {
    key: 'action',
    title: '做了什么',
    render: (_, entry) => (
      <>
        {actionWords(entry.action)}
        <span className="narrow-only">
          {nameOf(entry)} <span className={classes.time}>{formatDateTime(entry.at)}</span>
        </span>
      </>
    ),
  },
  {
    key: 'subject',
    title: '对象',
    responsive: ['md'],
    render: (_, entry) => <Subject entry={entry} />,
  },
  { key: 'ip', title: '来源 IP', responsive: ['lg'], render: (_, { ip }) => ip ?? '—' },
]

function Actor({ entry: { actor, actorName } }: { entry: AuditEntry }) {
  const { name, account } = actorWords(actor, actorName)
  return (
    <>
      {name}
      {account && <span className="cell-note">{account}</span>}
    </>
  )
}

/** Staff by name and username, an employer or a learner by name; by the id where there is none, or the reader may not see it. */
function actorWords(actor: string, name: string | null): { name: string; account?: string } {
  if (actor === 'system') return { name: '系统' }
  // a sign-in that failed, with a name that nobody has: of long ago, they are in the security log now
  if (actor === 'unknown' && !name) return { name: '未知用户名' }
  const [kind, id = ''] = actor.split(':')
  if (kind === 'student')
    return name ? { name, account: '学员' } : { name: '学员', account: shortOf(id) }
  if (kind === 'organisation') return { name: name ?? shortOf(id), account: '用人单位' }
  // a command of the server's operator: the name is what was typed there
  if (kind === 'staff' && id) return { name: '命令行操作', account: id }
  return name ? { name, account: actor } : { name: actor }
}

/** By its name; a click shows everything ever done to it. */
function Subject({ entry }: { entry: AuditEntry }) {
  const { subject } = entry
  if (!subject) return '—'
  return <Link to={paths.auditOf(subject)}>{nameOf(entry) || shortOf(subject)}</Link>
}

/** The first part of an id is enough to tell two rows apart. */
function shortOf(subject: string): string {
  return /^[0-9a-f-]{36}$/.test(subject) ? `${subject.slice(0, 8)}…` : subject
}
