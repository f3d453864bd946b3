import { formatDate } from '@ce/client/format.ts'
import type { PosterImportReport, PosterImportRow } from '@ce/client/staff/poster_import.ts'
import { categoryById } from '@ce/contract/categories'
import { type StatusKind, StatusMark } from '@ce/ui/StatusMark.tsx'
import type { TableColumnType, TableProps } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { DeskTable } from '../../components/DeskTable.tsx'
import { ImportRowKindFilter } from '../../kit/import/ImportRows.tsx'
import { useUrlFilters } from '../../kit/list/use-url-filters.ts'
import { paths } from '../../paths.ts'
import classes from './Import.module.css'
import { ImportSelectionBar } from './ImportSelectionBar.tsx'
import { isEditableImportRow, isRefusedForCategoryOnly } from './steps.ts'

type Action = PosterImportRow['action']

const actions: Record<Action, { label: string; kind: StatusKind }> = {
  CREATE: { label: '新建', kind: 'done' },
  SAME: { label: '已有', kind: 'todo' },
  ATTACHED: { label: '随文附件', kind: 'todo' },
  REFUSE: { label: '不能导入', kind: 'error' },
  LEFT_OUT: { label: '不导入', kind: 'todo' },
}

const kinds = ['ALL', 'CREATE', 'UNPLACED', 'SAME', 'ATTACHED', 'REFUSE', 'LEFT_OUT', 'PROBLEM'] as const
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
function isOf(row: PosterImportRow, kind: Kind): boolean {
  if (kind === 'ALL') return true
  if (kind === 'PROBLEM') return remarksOf(row).length > 0
  return kind === (isRefusedForCategoryOnly(row) ? 'UNPLACED' : row.action)
}

/** While an import waits, its rows can be opened, edited and decided together. */
export function ContentImportRows({ report }: { report: PosterImportReport }) {
  const { rows, importId } = report
  const isWaiting = report.state === 'CHECKED'
  const { oneOf, set, page } = useUrlFilters()
  const kind = oneOf('rows', kinds) ?? 'ALL'
  const [chosen, setChosen] = useState<number[]>([])
  const shown = rows.filter((row) => isOf(row, kind))
  return (
    <section aria-label="逐条结果">
      <ImportRowKindFilter
        value={kind}
        options={kinds.map((value) => ({
          value,
          label: `${kindNames[value]} ${rows.filter((row) => isOf(row, value)).length}`,
        }))}
        onChange={(value) => set({ rows: value })}
      />
      {isWaiting && chosen.length > 0 && (
        <ImportSelectionBar report={report} chosen={chosen} onClear={() => setChosen([])} />
      )}
      <DeskTable<PosterImportRow>
        aria-label="逐条结果"
        rowKey="no"
        columns={isWaiting ? [...columnsOf(importId), previewColumn(importId)] : columnsOf(null)}
        dataSource={shown}
        {...(isWaiting ? { rowSelection: selectionOf(chosen, setChosen) } : {})}
        locale={{ emptyText: '没有这样的文档' }}
        pagination={{
          current: page,
          onChange: (next) => set({ page: next }),
          pageSize,
          hideOnSinglePage: true,
          showSizeChanger: false,
          size: 'small',
        }}
      />
    </section>
  )
}

const selectionOf = (
  chosen: number[],
  onChosen: (nos: number[]) => void,
): TableProps<PosterImportRow>['rowSelection'] => ({
  selectedRowKeys: chosen,
  preserveSelectedRowKeys: true,
  getTitleCheckboxProps: () => ({ 'aria-label': '全选本页' }),
  getCheckboxProps: (row) => ({ disabled: !isEditableImportRow(row), 'aria-label': `选择 ${row.path}` }),
  onChange: (keys) => onChosen(keys.map(Number)),
})

const previewColumn = (importId: string): TableColumnType<PosterImportRow> => ({
  key: 'preview',
  title: '操作',
  width: 72,
  render: (_, row) =>
    isEditableImportRow(row) && row.categoryId !== null ? (
      <Link to={paths.posterImportPreview(importId, row.no)}>预览</Link>
    ) : (
      '—'
    ),
})

const columnsOf = (importId: string | null): TableColumnType<PosterImportRow>[] =>
  columns.map((column) =>
    column.key === 'title' ? { ...column, render: (_, row) => <Title row={row} importId={importId} /> } : column,
  )

const columns: TableColumnType<PosterImportRow>[] = [
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
    render: (_, { chapters, articles }) => (chapters || articles ? `${chapters} / ${articles}` : '—'),
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

const categoryName = ({ categoryId }: PosterImportRow) =>
  categoryId === null ? '' : (categoryById(categoryId)?.title ?? '')

function Title({ row, importId }: { row: PosterImportRow; importId: string | null }) {
  const { title, posterId, no, mended } = row
  const words = title || '—'
  if (posterId) return <Link to={paths.poster(posterId)}>{words}</Link>
  if (importId === null || !isEditableImportRow(row)) return words
  return (
    <>
      <Link to={paths.posterImportItem(importId, no)}>{words}</Link>
      {mended && <span className="cell-note">已修改</span>}
    </>
  )
}

function Outcome({ row }: { row: PosterImportRow }) {
  if (isRefusedForCategoryOnly(row)) return <StatusMark kind="warning">请选栏目</StatusMark>
  const { label, kind } = actions[row.action]
  return <StatusMark kind={kind}>{label}</StatusMark>
}

function remarksOf({ problems, remains, missing, action }: PosterImportRow): string[] {
  const isMade = action === 'CREATE' || action === 'LEFT_OUT'
  return [
    ...problems,
    // Add this remark only if no other one mentions the missing pictures, as one does until the text is edited.
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

function Path({ row }: { row: PosterImportRow }) {
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
