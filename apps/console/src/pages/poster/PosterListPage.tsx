import { type PosterSummary, posterListQuery } from '@ce/client/staff/poster.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { categories, categoryById } from '@ce/contract/categories'
import { searchLimits } from '@ce/contract/search-limits'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import type { TableProps } from 'antd'
import { Link } from 'react-router'
import { LastChangeCell } from '../../components/StaffName.tsx'
import { choiceFilter, numericFilter, textFilter } from '../../kit/list/filters.ts'
import { defineList, List, useList } from '../../kit/list/List.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { PosterBatchBar } from './BatchBar.tsx'
import { PosterBatchDialog } from './BatchDialog.tsx'
import { posterRevisionText, posterStateLabels, publicationTimeText } from './labels.ts'
import { NewPosterButton } from './NewPosterButton.tsx'
import { PosterBatchReport } from './PosterBatchReport.tsx'
import classes from './PosterList.module.css'
import { usePosterBatch } from './use-batch.ts'

const titles = Object.fromEntries(categories.map(({ id, title }) => [id, title]))

const posters = defineList({
  label: '内容',
  unit: '篇',
  filters: {
    category: numericFilter(choiceFilter('栏目', '全部栏目', titles)),
    state: choiceFilter('状态', '全部状态', posterStateLabels),
    keyword: textFilter('标题关键词', searchLimits.publicContent),
  },
  query: ({ category, ...filter }, page) => posterListQuery({ categoryId: category, ...filter, ...page }),
  empty: { title: '还没有内容', text: '新建一篇，或从原网站批量导入。' },
})

/** The page 内容 lists public content and drafts. */
export function PosterListPage() {
  const list = useList(posters)
  const mayEdit = usePermission('poster.edit')
  const mayPublish = usePermission('poster.publish')
  const batch = usePosterBatch(list.query.data?.list)
  const { chosen, asked, done } = batch
  return (
    <>
      <PageHeader title="内容管理" actions={mayEdit && <NewPosterButton />}>
        官网各栏目的文章、视频和人物介绍。读者只看到已发布的稿。
      </PageHeader>
      <List
        list={list}
        columns={columns}
        above={
          <>
            {done && <PosterBatchReport done={done} onClose={batch.dismiss} place={batch.place} />}
            <PosterBatchBar chosen={chosen} onAct={batch.ask} onClear={batch.clear} />
          </>
        }
        selection={mayEdit || mayPublish ? batch.rows(({ title }: PosterSummary) => `《${title}》`) : undefined}
      />
      {asked && (
        <PosterBatchDialog
          kind={asked}
          chosen={chosen}
          onDone={(result) => batch.finish(asked, result)}
          onClose={batch.close}
        />
      )}
    </>
  )
}

const columns: TableProps<PosterSummary>['columns'] = [
  { key: 'title', title: '标题', render: (_, poster) => <Title poster={poster} /> },
  {
    key: 'category',
    title: '栏目',
    width: 104,
    responsive: ['md'],
    render: (_, { categoryId }) => categoryById(categoryId)?.title,
  },
  {
    key: 'state',
    title: '状态',
    width: 156,
    responsive: ['md'],
    render: (_, poster) => <State poster={poster} />,
  },
  {
    key: 'version',
    title: '版本',
    width: 156,
    responsive: ['lg'],
    render: (_, poster) => <Version poster={poster} />,
  },
  {
    key: 'views',
    title: '浏览',
    width: 72,
    align: 'right',
    responsive: ['lg'],
    dataIndex: 'views',
  },
  {
    key: 'updated',
    title: '最近修改',
    width: 156,
    responsive: ['lg'],
    render: (_, row) => <LastChangeCell row={row} />,
  },
]

function Title({ poster }: { poster: PosterSummary }) {
  const { id, title, pinned, categoryId } = poster
  return (
    <span className={classes.title}>
      <span>
        {pinned && <span className={classes.pinned}>置顶</span>}
        <Link to={paths.poster(id)}>{title}</Link>
      </span>
      <span className="narrow-only">
        {categoryById(categoryId)?.title} <State poster={poster} />
        <Pending poster={poster} />
      </span>
    </span>
  )
}

function State({ poster }: { poster: PosterSummary }) {
  const { label, kind } = posterStateLabels[poster.state]
  const at = publicationTimeText(poster)
  return (
    <>
      <StatusMark kind={kind}>{label}</StatusMark>
      {at && <span className="cell-note">{at}</span>}
    </>
  )
}

function Version({ poster }: { poster: PosterSummary }) {
  return (
    <>
      {posterRevisionText(poster).words}
      <Pending poster={poster} />
    </>
  )
}

function Pending({ poster }: { poster: PosterSummary }) {
  if (!posterRevisionText(poster).pending) return null
  return <span className={classes.pending}>第 {poster.draftNo} 稿未发布</span>
}
