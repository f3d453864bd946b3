import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { formatDuration } from '@ce/client/format.ts'
import { type FoundStudent, findStudiesQuery } from '@ce/client/staff/study.ts'
import { subjectNames } from '@ce/contract/hours-names'
import { studentSearchRules } from '@ce/contract/search-limits'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import type { TableProps } from 'antd'
import { Link } from 'react-router'
import { DeskTable } from '../../components/DeskTable.tsx'
import { FilterBar } from '../../kit/list/FilterBar.tsx'
import { personalFilter, textFilter } from '../../kit/list/filters.ts'
import { useFilters } from '../../kit/list/List.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import classes from './StudyPage.module.css'

type Course = FoundStudent['courses'][number]

const filters = {
  query: personalFilter(textFilter('手机号、报名编号或报名课程编号', undefined, studentSearchRules.learner)),
}

/** Finds a student by phone or sign id to explain credited hours. */
export function FindStudyPage() {
  const state = useFilters(filters)
  const asked = state.filter.query ?? ''
  const query = useQuery({ ...findStudiesQuery(asked), enabled: asked !== '' })
  return (
    <>
      <PageHeader title="学习记录">查一名学员的每个课时计入了多少、每条学习记录是怎样处理的。</PageHeader>
      <FilterBar label="学习记录" state={state} />
      {asked === '' ? (
        <EmptyState title="请输入要查的学员">
          填写完整的手机号，或完整的报名编号；不支持按姓名或部分号码查找。
        </EmptyState>
      ) : (
        <QueryContent query={query}>
          {({ list }) =>
            list.length === 0 ? (
              <EmptyState title="没有找到">请核对手机号或编号是否完整、正确。</EmptyState>
            ) : (
              list.map((learner) => <Learner key={learner.id} learner={learner} />)
            )
          }
        </QueryContent>
      )}
    </>
  )
}

const columns: TableProps<Course>['columns'] = [
  { key: 'year', title: '年度', render: (_, { year }) => year },
  {
    key: 'title',
    title: '课程',
    render: (_, { id, title, round }) => (
      <Link to={paths.study(id)}>
        {title}
        {round > 1 && `（第 ${round} 轮）`}
      </Link>
    ),
  },
  {
    key: 'subject',
    title: '科目',
    responsive: ['md'],
    render: (_, { subject }) => subjectNames[subject],
  },
  {
    key: 'credited',
    title: '已计入',
    render: (_, { creditedSeconds }) => formatDuration(creditedSeconds),
  },
  { key: 'refused', title: '未被接受', render: (_, { refused }) => `${refused} 条` },
]

function Learner({ learner: { name, phoneMasked, courses } }: { learner: FoundStudent }) {
  return (
    <section aria-label={name}>
      <h2 className={classes.learner}>
        {name} <span>{phoneMasked}</span>
      </h2>
      <DeskTable<Course>
        aria-label={`${name}的课程`}
        rowKey="id"
        columns={columns}
        dataSource={courses}
        locale={{ emptyText: '还没有报名课程' }}
      />
    </section>
  )
}
