import { formatDate } from '@ce/client/format.ts'
import type { ImportRow } from '@ce/client/staff/poster_import.ts'
import { categoryById } from '@ce/contract/categories'
import { type StatusKind, StatusMark } from '@ce/ui/StatusMark.tsx'
import { Segmented, type TableProps } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { ChoiceStrip } from '../../components/ChoiceStrip.tsx'
import { DeskTable } from '../../components/DeskTable.tsx'
import shared from '../../components/import/Import.module.css'
import { paths } from '../../paths.ts'
import classes from './Import.module.css'

type Action = ImportRow['action']

const actions: Record<Action, { label: string; kind: StatusKind }> = {
  CREATE: { label: '新建', kind: 'done' },
  SAME: { label: '已有', kind: 'todo' },
  ATTACHED: { label: '随文附件', kind: 'todo' },
  REFUSE: { label: '不能导入', kind: 'error' },
}

const kinds = ['ALL', 'CREATE', 'SAME', 'ATTACHED', 'REFUSE', 'PROBLEM'] as const
type Kind = (typeof kinds)[number]
const kindNames: Record<Kind, string> = {
  ALL: '全部',
  CREATE: '新建',
  SAME: '已有',
  ATTACHED: '随文附件',
  REFUSE: '不能导入',
  PROBLEM: '有提示',
}

const pageSize = 50
const isOf = (row: ImportRow, kind: Kind) =>
  kind === 'ALL' || (kind === 'PROBLEM' ? row.problems.length > 0 : row.action === kind)

/** The report, document by document; the titles of those that are items lead there. */
export function ImportRows({ rows }: { rows: readonly ImportRow[] }) {
  const [kind, setKind] = useState<Kind>('ALL')
  const shown = rows.filter((row) => isOf(row, kind))
  return (
    <section aria-label="逐条结果">
      <ChoiceStrip className={shared.kinds}>
        <Segmented
          aria-label="筛选结果"
          value={kind}
          onChange={setKind}
          options={kinds.map((value) => ({
            value,
            label: `${kindNames[value]} ${rows.filter((row) => isOf(row, value)).length}`,
          }))}
        />
      </ChoiceStrip>
      <DeskTable<ImportRow>
        aria-label="逐条结果"
        rowKey="path"
        columns={columns}
        dataSource={shown}
        locale={{ emptyText: '没有这样的文档' }}
        pagination={{ pageSize, hideOnSinglePage: true, showSizeChanger: false, size: 'small' }}
      />
    </section>
  )
}

const columns: TableProps<ImportRow>['columns'] = [
  { key: 'path', title: '文件', render: (_, row) => <Path row={row} /> },
  { key: 'action', title: '结果', width: 112, render: (_, row) => <Outcome row={row} /> },
  {
    key: 'title',
    title: '标题',
    width: '26%',
    responsive: ['md'],
    render: (_, row) => <Title row={row} />,
  },
  {
    key: 'category',
    title: '栏目',
    width: 96,
    responsive: ['lg'],
    render: (_, row) => categoryName(row) || '—',
  },
  {
    key: 'date',
    title: '日期',
    width: 108,
    responsive: ['lg'],
    render: (_, { publishedAt }) => formatDate(publishedAt) || '—',
  },
  {
    key: 'articles',
    title: '章 / 条',
    width: 88,
    align: 'right',
    responsive: ['lg'],
    render: (_, { chapters, articles }) =>
      chapters || articles ? `${chapters} / ${articles}` : '—',
  },
  {
    key: 'characters',
    title: '字数',
    width: 80,
    align: 'right',
    responsive: ['lg'],
    dataIndex: 'characters',
  },
]

const categoryName = ({ categoryId }: ImportRow) =>
  categoryId === null ? '' : (categoryById(categoryId)?.title ?? '')

function Title({ row: { title, posterId } }: { row: ImportRow }) {
  const words = title || '—'
  return posterId ? <Link to={paths.poster(posterId)}>{words}</Link> : words
}

function Outcome({ row }: { row: ImportRow }) {
  const { label, kind } = actions[row.action]
  return <StatusMark kind={kind}>{label}</StatusMark>
}

function Path({ row }: { row: ImportRow }) {
  return (
    <>
      <span className={classes.path}>{row.path}</span>
      {row.problems.length > 0 && (
        <ul className={classes.problems}>
          {row.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </>
  )
}
