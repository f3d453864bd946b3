import type { PosterHead } from '@ce/client/staff/poster.ts'
import { categoryById } from '@ce/contract/categories'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import type { TableProps } from 'antd'
import { Link } from 'react-router'
import { Updated } from '../../components/Updated.tsx'
import { paths } from '../../paths.ts'
import { posterStates, revisionWords, shownTime } from './labels.ts'
import classes from './PosterList.module.css'

/** The list of items; the title leads to its editor. */
export const posterColumns: TableProps<PosterHead>['columns'] = [
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
    render: (_, row) => <Updated row={row} />,
  },
]

function Title({ poster }: { poster: PosterHead }) {
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

function State({ poster }: { poster: PosterHead }) {
  const { label, kind } = posterStates[poster.state]
  const at = shownTime(poster)
  return (
    <>
      <StatusMark kind={kind}>{label}</StatusMark>
      {at && <span className="cell-note">{at}</span>}
    </>
  )
}

function Version({ poster }: { poster: PosterHead }) {
  return (
    <>
      {revisionWords(poster).words}
      <Pending poster={poster} />
    </>
  )
}

function Pending({ poster }: { poster: PosterHead }) {
  if (!revisionWords(poster).pending) return null
  return <span className={classes.pending}>第 {poster.draftNo} 稿未发布</span>
}
