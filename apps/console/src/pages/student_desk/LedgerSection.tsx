import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { formatDateTime, formatHours } from '@ce/client/format.ts'
import { type LedgerEntry, studentLedgerQuery } from '@ce/client/staff/certification_grant.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { hoursSourceNames } from '@ce/contract/statistics-names'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button, type TableProps } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { CardSection } from '../../components/CardSection.tsx'
import cards from '../../components/cards.module.css'
import { DeskTable } from '../../components/DeskTable.tsx'
import { ledgerEntryLinks } from './ledger-filter.ts'
import { ReverseRecordDialog } from './ReverseRecordDialog.tsx'
import classes from './StudentDesk.module.css'

type Columns = NonNullable<TableProps<LedgerEntry>['columns']>

const columns: Columns = [
  {
    key: 'at',
    title: '入账时间',
    width: 150,
    render: (_, { at, firstAt }) => (
      <>
        {formatDateTime(at)}
        {firstAt && <span className="cell-note">学时计于 {formatDateTime(firstAt)}</span>}
      </>
    ),
  },
  { key: 'year', title: '年度', dataIndex: 'year' },
  {
    key: 'title',
    title: '内容',
    render: (_, { title, reference }) => (
      <>
        {title}
        {reference && <span className="cell-note">登记依据 {reference}</span>}
      </>
    ),
  },
  { key: 'behind', title: '依据', render: (_, entry) => <Behind entry={entry} /> },
  {
    key: 'subject',
    title: '科目',
    render: (_, { subject }) => (subject === 'PUBLIC' ? '公需' : '专业'),
  },
  {
    key: 'hours',
    title: '学时',
    align: 'right',
    render: (_, { hours }) => formatHours(hours),
  },
  { key: 'source', title: '来源', render: (_, { source }) => hoursSourceNames[source] },
]

function Behind({ entry }: { entry: LedgerEntry }) {
  const may = {
    exams: usePermission('exam.read'),
    studies: usePermission('study.read'),
    reductions: usePermission('reduction.read'),
  }
  const ways = ledgerEntryLinks(entry, may)
  if (ways.length === 0) return '—'
  return (
    <span className={classes.ways}>
      {ways.map(({ to, label }) => (
        <Link key={to} to={to} aria-label={`${label}：${entry.year} 年度 ${entry.title}`}>
          {label}
        </Link>
      ))}
    </span>
  )
}

/** Lists all ledger entries with their sources; staff can reverse a wrong record. */
export function LedgerSection({ studentId }: { studentId: string }) {
  const query = useQuery(studentLedgerQuery(studentId))
  const mayReverse = usePermission('student.import')
  const [chosen, setChosen] = useState<LedgerEntry | null>(null)
  const last: Columns[number] = {
    key: 'state',
    title: '状态',
    render: (_, entry) => {
      if (entry.reversed) return <StatusMark kind="error">已冲销</StatusMark>
      if (entry.source !== 'RECORD' || !mayReverse) return '—'
      return (
        <Button size="small" aria-label={`冲销 ${entry.year} 年度 ${entry.title}`} onClick={() => setChosen(entry)}>
          冲销
        </Button>
      )
    },
  }
  return (
    <CardSection id="ledger" title="学时台账">
      <QueryContent query={query}>
        {({ entries }) =>
          entries.length === 0 ? (
            <p className={cards.hint}>还没有入账的学时。</p>
          ) : (
            <DeskTable<LedgerEntry>
              aria-labelledby="ledger"
              rowKey="seq"
              columns={[...columns, last]}
              dataSource={entries}
            />
          )
        }
      </QueryContent>
      {chosen && <ReverseRecordDialog studentId={studentId} entry={chosen} onClose={() => setChosen(null)} />}
    </CardSection>
  )
}
