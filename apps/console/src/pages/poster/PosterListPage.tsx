import { type PosterHead, posterListQuery } from '@ce/client/staff/poster.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { categoryById } from '@ce/contract/categories'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button, type TableProps } from 'antd'
import { ListTable } from '../../components/ListTable.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { BatchBar } from './BatchBar.tsx'
import { BatchDialog } from './BatchDialog.tsx'
import { BatchOutcome } from './BatchOutcome.tsx'
import { posterStates } from './labels.ts'
import { NewPosterButton } from './NewPosterButton.tsx'
import { PosterFilters } from './PosterFilters.tsx'
import { posterColumns } from './poster-columns.tsx'
import { useBatch } from './use-batch.ts'
import { type PosterFilter, usePosterFilter } from './use-poster-filter.ts'

/** 内容; filters and page stand in the URL. */
export function PosterListPage() {
  const filters = usePosterFilter()
  const { filter, page, pageSize, clear } = filters
  const query = useQuery(posterListQuery({ ...filter, page, pageSize }))
  const mayEdit = usePermission('poster.edit')
  const mayPublish = usePermission('poster.publish')
  const batch = useBatch(query.data?.list ?? [])
  const { chosen, asked, done } = batch
  return (
    <>
      <PageHeader title="内容管理" actions={mayEdit && <NewPosterButton />}>
        官网各栏目的文章、视频和人物介绍。读者只看到已发布的稿。
      </PageHeader>
      <PosterFilters filters={filters} />
      {done && <BatchOutcome done={done} onClose={batch.dismiss} place={batch.place} />}
      {chosen.length > 0 && (
        <BatchBar chosen={chosen} onAct={batch.ask} onClear={() => batch.choose([])} />
      )}
      <ListTable
        label="内容"
        unit="篇"
        query={query}
        columns={posterColumns}
        empty={<Nothing filter={filter} clear={clear} />}
        selection={mayEdit || mayPublish ? selectionOf(chosen, batch.choose) : undefined}
      />
      {asked && (
        <BatchDialog
          kind={asked}
          chosen={chosen}
          onDone={(result) => batch.finish(asked, result)}
          onClose={batch.close}
        />
      )}
    </>
  )
}

function selectionOf(
  chosen: readonly PosterHead[],
  choose: (ids: readonly unknown[]) => void,
): TableProps<PosterHead>['rowSelection'] {
  return {
    columnWidth: 40,
    // those of other pages stay chosen
    preserveSelectedRowKeys: true,
    selectedRowKeys: chosen.map(({ id }) => id),
    onChange: (ids) => choose(ids),
    getCheckboxProps: ({ title }) => ({ 'aria-label': `选择《${title}》` }),
    getTitleCheckboxProps: () => ({ 'aria-label': '选择本页全部' }),
  }
}

function Nothing({ filter, clear }: { filter: PosterFilter; clear: () => void }) {
  const parts = [
    filter.categoryId && `栏目“${categoryById(filter.categoryId)?.title ?? ''}”`,
    filter.state && `状态“${posterStates[filter.state].label}”`,
    filter.keyword && `关键词“${filter.keyword}”`,
  ].filter(Boolean)
  if (parts.length === 0)
    return <EmptyState title="还没有内容">新建一篇，或从原网站批量导入。</EmptyState>
  return (
    <EmptyState title="没有符合条件的内容" action={<Button onClick={clear}>清除筛选</Button>}>
      {parts.join('、')}下没有内容。
    </EmptyState>
  )
}
