import { formatDate } from '@ce/client/format.ts'
import type { ImportReport, ImportRow } from '@ce/client/staff/poster_import.ts'
import { categoryById } from '@ce/contract/categories'
import { type StatusKind, StatusMark } from '@ce/ui/StatusMark.tsx'
import { Segmented, type TableColumnType, type TableProps } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { ChoiceStrip } from '../../components/ChoiceStrip.tsx'
import { DeskTable } from '../../components/DeskTable.tsx'
import shared from '../../components/import/Import.module.css'
import { paths } from '../../paths.ts'
import { ChosenBar } from './ChosenBar.tsx'
import classes from './Import.module.css'
import { isMendable, waitsForCategory } from './steps.ts'

type Action = ImportRow['action']

const actions: Record<Action, { label: string; kind: StatusKind }> = {
  CREATE: { label: '新建', kind: 'done' },
  SAME: { label: '已有', kind: 'todo' },
  ATTACHED: { label: '随文附件', kind: 'todo' },
  REFUSE: { label: '不能导入', kind: 'error' },
  LEFT_OUT: { label: '不导入', kind: 'todo' },
}

const kinds = [
  'ALL',
  'CREATE',
  'UNPLACED',
  'SAME',
  'ATTACHED',
  'REFUSE',
  'LEFT_OUT',
  'PROBLEM',
] as const
type Kind = (typeof kinds)[number]
const kindNames: Record<Kind, string> = {
  ALL: '全部',
  CREATE: '新建',
  UNPLACED: '待选栏目',
  SAME: '已有',
  ATTACHED: '随文附件',
  REFUSE: '不能导入',
  LEFT_OUT: '不导入',
  PROBLEM: '有提示',
}

const pageSize = 50
function isOf(row: ImportRow, kind: Kind): boolean {
  if (kind === 'ALL') return true
  if (kind === 'PROBLEM') return remarksOf(row).length > 0
  return kind === (waitsForCategory(row) ? 'UNPLACED' : row.action)
}

/** The report, document by document; while it waits, each can be looked at and mended, and several decided together. */
export function ImportRows({ report }: { report: ImportReport }) {
  const { rows, importId } = report
  const isWaiting = report.state === 'CHECKED'
  const [kind, setKind] = useState<Kind>('ALL')
  const [chosen, setChosen] = useState<number[]>([])
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
      {isWaiting && chosen.length > 0 && (
        <ChosenBar report={report} chosen={chosen} onClear={() => setChosen([])} />
      )}
      <DeskTable<ImportRow>
        aria-label="逐条结果"
        rowKey="no"
        columns={isWaiting ? [...columnsOf(importId), previewColumn(importId)] : columnsOf(null)}
        dataSource={shown}
        {...(isWaiting ? { rowSelection: selectionOf(chosen, setChosen) } : {})}
        locale={{ emptyText: '没有这样的文档' }}
        pagination={{ pageSize, hideOnSinglePage: true, showSizeChanger: false, size: 'small' }}
      />
    </section>
  )
}

const selectionOf = (
  chosen: number[],
  onChosen: (nos: number[]) => void,
): TableProps<ImportRow>['rowSelection'] => ({
  selectedRowKeys: chosen,
  preserveSelectedRowKeys: true,
  getTitleCheckboxProps: () => ({ 'aria-label': '全选本页' }),
  getCheckboxProps: (row) => ({ disabled: !isMendable(row), 'aria-label': `选择 ${row.path}` }),
  onChange: (keys) => onChosen(keys.map(Number)),
})

const previewColumn = (importId: string): TableColumnType<ImportRow> => ({
  key: 'preview',
  title: '操作',
  width: 72,
  render: (_, row) =>
    isMendable(row) && row.categoryId !== null ? (
      <Link to={paths.posterImportPreview(importId, row.no)}>预览</Link>
    ) : (
      '—'
    ),
})

/** @param importId of one that waits */
const columnsOf = (importId: string | null): TableColumnType<ImportRow>[] =>
  columns.map((column) =>
    column.key === 'title'
      ? { ...column, render: (_, row) => <Title row={row} importId={importId} /> }
      : column,
  )

const columns: TableColumnType<ImportRow>[] = [
  { key: 'path', title: '文件', render: (_, row) => <Path row={row} /> },
  { key: 'action', title: '结果', width: 112, render: (_, row) => <Outcome row={row} /> },
  {
    key: 'title',
    title: '标题',
    width: '26%',
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
    key: 'source',
    title: '来源',
    width: 120,
    responsive: ['xxl'],
    render: (_, { source }) => source || '—',
  },
  {
    key: 'pictures',
    title: '图片',
    width: 64,
    align: 'right',
    responsive: ['lg'],
    dataIndex: 'pictures',
  },
  {
    key: 'articles',
    title: '章 / 条',
    width: 88,
    align: 'right',
    responsive: ['xxl'],
    render: (_, { chapters, articles }) =>
      chapters || articles ? `${chapters} / ${articles}` : '—',
  },
  {
    key: 'characters',
    title: '字数',
    width: 80,
    align: 'right',
    responsive: ['xxl'],
    dataIndex: 'characters',
  },
]

const categoryName = ({ categoryId }: ImportRow) =>
  categoryId === null ? '' : (categoryById(categoryId)?.title ?? '')

function Title({ row, importId }: { row: ImportRow; importId: string | null }) {
  const { title, posterId, no, mended } = row
  const words = title || '—'
  if (posterId) return <Link to={paths.poster(posterId)}>{words}</Link>
  if (importId === null || !isMendable(row)) return words
  return (
    <>
      <Link to={paths.posterImportItem(importId, no)}>{words}</Link>
      {mended && <span className="cell-note">已修改</span>}
    </>
  )
}

function Outcome({ row }: { row: ImportRow }) {
  if (waitsForCategory(row)) return <StatusMark kind="warning">请选栏目</StatusMark>
  const { label, kind } = actions[row.action]
  return <StatusMark kind={kind}>{label}</StatusMark>
}

/** What a person should know of a row, a sentence each. */
function remarksOf({ problems, remains, missing, action }: ImportRow): string[] {
  const isMade = action === 'CREATE' || action === 'LEFT_OUT'
  return [
    ...problems,
    // said by its own remark as long as nobody has mended the text
    ...(isMade && missing > 0 && !problems.some((one) => one.includes('标出了位置'))
      ? [`正文里还缺 ${missing} 张图片`]
      : []),
    ...(remains
      ? [
          `${remains.gone ? '会去掉' : '建议删去'}引导关注、点赞或转发的内容 ${remains.words.length} 处：${remains.words
            .slice(0, 3)
            .map((one) => `“${one}”`)
            .join('、')}${remains.words.length > 3 ? ' 等' : ''}`,
        ]
      : []),
  ]
}

function Path({ row }: { row: ImportRow }) {
  const remarks = remarksOf(row)
  return (
    <>
      <span className={classes.path}>{row.path}</span>
      {remarks.length > 0 && (
        <ul className={classes.problems}>
          {remarks.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </>
  )
}
