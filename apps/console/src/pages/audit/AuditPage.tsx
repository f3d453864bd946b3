import { formatDateTime } from '@ce/client/format.ts'
import { type AuditEntry, auditQuery } from '@ce/client/staff/audit.ts'
import { searchLimits } from '@ce/contract/search-limits'
import type { TableProps } from 'antd'
import { Link } from 'react-router'
import { choiceFilter, dayRangeFilters, textFilter } from '../../kit/list/filters.ts'
import { defineList, List, useList } from '../../kit/list/List.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { AuditEntryDetail } from './AuditEntryDetail.tsx'
import { AuditExport } from './AuditExport.tsx'
import classes from './AuditPage.module.css'
import { auditActionGroups, auditActionLabel } from './action-labels.ts'
import { auditSubjectName } from './changes.ts'

const actions = Object.fromEntries(
  auditActionGroups.flatMap(({ title, prefix, actions }) => [
    [prefix, `${title}：全部`],
    ...actions.map(({ action, label }) => [action, `${title}：${label}`]),
  ]),
)

const entries = defineList({
  label: '操作日志',
  unit: '条',
  filters: {
    actor: textFilter('谁（姓名或用户名）', searchLimits.audit),
    action: choiceFilter('做了什么', '全部操作', actions),
    subject: textFilter('对象编号', searchLimits.audit),
    ...dayRangeFilters('日期'),
  },
  query: (filter, page) => auditQuery({ ...filter, ...page }),
  empty: { title: '还没有记录', text: '工作人员、用人单位和系统的操作会显示在这里。' },
  notFound: '换个条件再查，或放宽日期。',
})

export function AuditPage() {
  const list = useList(entries)
  return (
    <>
      <PageHeader title="操作日志" actions={<AuditExport filter={list.filter} total={list.query.data?.total ?? 0} />}>
        工作人员、用人单位与系统的操作，学员的订单、申请、评价，任何人都不能改动或删除。学员的注册、学习和考试不在内。
      </PageHeader>
      <List
        list={list}
        columns={columns}
        expandable={{
          columnTitle: <span className="visually-hidden">详情</span>,
          expandedRowRender: (entry) => <AuditEntryDetail entry={entry} />,
          expandRowByClick: false,
        }}
      />
    </>
  )
}

const columns: TableProps<AuditEntry>['columns'] = [
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
        {auditActionLabel(entry.action)}
        <span className="narrow-only">
          {auditSubjectName(entry)} <span className={classes.time}>{formatDateTime(entry.at)}</span>
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

/** Shows the id if the name is missing or hidden from the reader. */
function actorWords(actor: string, name: string | null): { name: string; account?: string } {
  if (actor === 'system') return { name: '系统' }
  // Earlier sign-ins with an unknown name have the actor "unknown"; newer ones are in the security log.
  if (actor === 'unknown' && !name) return { name: '未知用户名' }
  const [kind, id = ''] = actor.split(':')
  if (kind === 'student') return name ? { name, account: '学员' } : { name: '学员', account: shortOf(id) }
  if (kind === 'organisation') return { name: name ?? shortOf(id), account: '用人单位' }
  // The entry of a command on the server contains the account name that was typed for the command.
  if (kind === 'staff' && id) return { name: '命令行操作', account: id }
  return name ? { name, account: actor } : { name: actor }
}

function Subject({ entry }: { entry: AuditEntry }) {
  const { subject } = entry
  if (!subject) return '—'
  return <Link to={paths.auditOf(subject)}>{auditSubjectName(entry) || shortOf(subject)}</Link>
}

/** The first part of an id is enough to distinguish rows. */
function shortOf(subject: string): string {
  return /^[0-9a-f-]{36}$/.test(subject) ? `${subject.slice(0, 8)}…` : subject
}
