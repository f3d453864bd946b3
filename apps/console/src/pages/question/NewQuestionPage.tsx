import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { type QuestionBank, questionBanksQuery } from '@ce/client/staff/question.ts'
import { randomUuid } from '@ce/client/uuid.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { BackLink } from '../../components/BackLink.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { emptyQuestionFields } from './content.ts'
import { QuestionEditor } from './QuestionEditor.tsx'
import classes from './QuestionForm.module.css'

/** The URL contains the course of the new question. */
export function NewQuestionPage() {
  const query = useQuery(questionBanksQuery())
  return (
    <>
      <PageHeader title="新建试题" actions={<BackLink to={paths.questions()}>返回题库</BackLink>}>
        保存后即启用，新发的试卷可能抽到。
      </PageHeader>
      <QueryContent query={query}>{(banks) => <NewQuestion banks={banks} />}</QueryContent>
    </>
  )
}

function NewQuestion({ banks }: { banks: readonly QuestionBank[] }) {
  const [params, setParams] = useSearchParams()
  const bank = banks.find(({ courseId }) => courseId === params.get('courseId'))
  const navigate = useNavigate()
  // One new id for each chosen course, so that a repeated save finds the same question.
  const [id, setId] = useState(randomUuid)
  const [initial] = useState(emptyQuestionFields)
  return (
    <>
      <div className={classes.course}>
        <label htmlFor="course">课程</label>
        <Select
          id="course"
          placeholder="请选择课程"
          value={bank?.courseId}
          showSearch={{ optionFilterProp: 'label' }}
          options={banks.map(({ courseId, title }) => ({ value: courseId, label: title }))}
          onChange={(courseId: string) => {
            setId(randomUuid())
            setParams({ courseId }, { replace: true })
          }}
        />
      </div>
      {bank ? (
        <QuestionEditor
          id={id}
          courseId={bank.courseId}
          version={0}
          initial={initial}
          tags={bank.tags}
          onSaved={(saved) => {
            showNotice({ kind: 'success', title: '试题已保存' })
            navigate(paths.question(saved), { replace: true })
          }}
        />
      ) : (
        <EmptyState title="请先选择课程">每道试题属于一门课程，选定后开始填写。</EmptyState>
      )}
    </>
  )
}
