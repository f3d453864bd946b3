import { Loaded } from '@ce/client/components/Loaded.tsx'
import { banksQuery, questionListQuery } from '@ce/client/staff/question.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { ListPages } from '../../components/ListPages.tsx'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { Banks } from './Banks.tsx'
import { ExportButton } from './ExportButton.tsx'
import { QuestionFilters } from './QuestionFilters.tsx'
import { QuestionTable } from './QuestionTable.tsx'
import { type QuestionFilters as Filters, useQuestionFilter } from './use-question-filter.ts'

/** 题库: the banks by course, and their questions. Filters and page stand in the URL. */
export function QuestionListPage() {
  const filters = useQuestionFilter()
  const { filter, page, pageSize } = filters
  const query = useQuery(questionListQuery({ ...filter, page, pageSize }))
  const mayEdit = usePermission('question.edit')
  return (
    <>
      <PageHeader title="题库" actions={mayEdit && <Actions courseId={filter.courseId} />}>
        各课程考试的试题。停用的试题不再抽到；已经发出的试卷不受任何修改影响。
      </PageHeader>
      <Loaded query={useQuery(banksQuery())}>
        {(banks) => (
          <>
            <Banks banks={banks} courseId={filter.courseId} />
            <QuestionFilters filters={filters} banks={banks} />
          </>
        )}
      </Loaded>
      <ListPages
        label="试题"
        unit="道"
        query={query}
        empty={<Nothing filters={filters} mayEdit={mayEdit} />}
      >
        {({ list }) => (
          <QuestionTable
            // another list: what was chosen in the one before is not meant
            key={JSON.stringify(filter)}
            list={list}
            ofOneCourse={filter.courseId !== undefined}
          />
        )}
      </ListPages>
    </>
  )
}

function Actions({ courseId }: { courseId: string | undefined }) {
  const course = courseId ? `?course=${courseId}` : ''
  return (
    <>
      <ExportButton courseId={courseId} />
      <LinkButton to={paths.questionImports()}>导入记录</LinkButton>
      <LinkButton to={paths.questionImport() + course}>导入试题</LinkButton>
      <LinkButton
        type="primary"
        to={courseId ? paths.newQuestionIn(courseId) : paths.newQuestion()}
      >
        新建试题
      </LinkButton>
    </>
  )
}

function Nothing({ filters, mayEdit }: { filters: Filters; mayEdit: boolean }) {
  if (filters.narrowed)
    return (
      <EmptyState
        title="没有符合条件的试题"
        action={<Button onClick={filters.clear}>清除筛选</Button>}
      >
        换个条件再查。关键词可以是题干里的字，也可以是题号。
      </EmptyState>
    )
  return (
    <EmptyState title={filters.filter.courseId ? '这门课程还没有试题' : '题库里还没有试题'}>
      {mayEdit ? '新建一道，或从 Excel、CSV、GIFT、Aiken 文件导入。' : '教务导入之后显示在这里。'}
    </EmptyState>
  )
}
