import { Loaded } from '@ce/client/components/Loaded.tsx'
import { type Bank, banksQuery } from '@ce/client/staff/question.ts'
import { uuid } from '@ce/client/uuid.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { BackLink } from '../../components/BackLink.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { emptyFields } from './content.ts'
import { QuestionEditor } from './QuestionEditor.tsx'
import classes from './QuestionForm.module.css'

/** A new question; its course stands in the address. */
export function NewQuestionPage() {
  const query = useQuery(banksQuery())
  return (
    <>
      <PageHeader title="新建试题" actions={<BackLink to={paths.questions()}>返回题库</BackLink>}>
        保存后即启用，新发的试卷可能抽到。
      </PageHeader>
      <Loaded query={query}>{(banks) => <NewQuestion banks={banks} />}</Loaded>
    </>
  )
}

function NewQuestion({ banks }: { banks: readonly Bank[] }) {
  const [params, setParams] = useSearchParams()
  const bank = banks.find(({ courseId }) => courseId === params.get('courseId'))
  const navigate = useNavigate()
  // made once a course: a repeated save finds the same question
  const [id, setId] = useState(uuid)
  const [initial] = useState(emptyFields)
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
            setId(uuid())
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
