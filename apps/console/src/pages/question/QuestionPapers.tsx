import { formatDateTime } from '@ce/client/format.ts'
import { papersWithQuestionQuery } from '@ce/client/staff/exam.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { useEffect } from 'react'
import { CardSection } from '../../components/CardSection.tsx'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { paths } from '../../paths.ts'
import classes from './QuestionForm.module.css'

/** Lists papers with the question, with a link to its regrade. @param version reloads the list after a save */
export function QuestionPapers({ questionId, version }: { questionId: string; version: number }) {
  const { data, refetch } = useQuery(papersWithQuestionQuery(questionId))
  const mayDecide = usePermission('exam.decide')
  useEffect(() => {
    if (version > 1) void refetch()
  }, [version, refetch])
  if (!data) return null
  const { finished, running, changedAt, changedPapers } = data
  const papers = finished + running
  return (
    <CardSection id="papers" title="答卷">
      {changedAt && (
        <Alert
          type="warning"
          showIcon
          title={`答案修改前已有 ${changedPapers} 份答卷含有此题`}
          description={`${formatDateTime(changedAt)} 修改。这些答卷仍按当时的答案评分，需要更正的请重新评分。`}
        />
      )}
      <p className={classes.hint}>
        {papers === 0
          ? '还没有答卷含有此题。'
          : `${papers} 份答卷含有此题${running > 0 ? `，其中 ${running} 份正在考试` : ''}。修改试题不影响这些答卷的成绩。`}
      </p>
      {papers > 0 && mayDecide && <LinkButton to={paths.regradeQuestion(questionId)}>重新评分</LinkButton>}
    </CardSection>
  )
}
