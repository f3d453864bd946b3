import type { KeptPaper } from '@ce/client/exam-attempt/kept-papers.ts'
import { useLeftAnswers } from '@ce/client/exam-attempt/use-left-answers.ts'
import { Alert, type AlertProps } from 'antd'
import { Link } from 'react-router'
import { paths } from '../paths.ts'

/** What became of answers that a closed exam page had left on this device (docs/exam-offline.md). */
export function LeftAnswers() {
  const { papers, dismiss } = useLeftAnswers()
  return (
    <div role="status">
      {papers.map((paper) => (
        <LeftPaper key={paper.attemptId} paper={paper} onDismiss={() => dismiss(paper.attemptId)} />
      ))}
    </div>
  )
}

interface LeftPaperProps {
  paper: KeptPaper & { waiting: number }
  onDismiss: () => void
}

function LeftPaper({ paper, onDismiss }: LeftPaperProps) {
  const { type, title, text } = wordsOf(paper)
  const { signId, id } = paper.exam
  return (
    <Alert
      type={type}
      showIcon
      style={{ marginBottom: 16 }}
      title={title}
      description={
        <>
          {text} <Link to={paths.exam(signId, id)}>查看《{paper.courseTitle}》考试</Link>
        </>
      }
      {...(paper.waiting === 0 && { closable: { 'aria-label': '知道了', onClose: onDismiss } })}
    />
  )
}

function wordsOf({ outcome, waiting }: LeftPaperProps['paper']): {
  type: NonNullable<AlertProps['type']>
  title: string
  text: string
} {
  if (waiting > 0 || !outcome)
    return {
      type: 'warning',
      title: `有 ${waiting} 题作答还没有上传`,
      text: '连上服务器后会自动上传，请不要退出登录。考试截止 15 分钟后才上传的，将不能计入。',
    }
  if (outcome.kind === 'saved')
    return {
      type: 'success',
      title: `上次未上传的 ${outcome.answers} 题作答已补传`,
      text: '考试还在进行，请尽快回到考试继续作答。',
    }
  if (outcome.kind === 'taken') {
    const { score, passed, submittedBy } = outcome.result
    const sealed = submittedBy === 'SEALED' ? '，这次考试会由工作人员核查' : ''
    return {
      type: 'success',
      title: '断网期间的作答已补交',
      text: `成绩 ${score} 分，${passed ? '考试合格' : '未达到及格分'}${sealed}。`,
    }
  }
  return {
    type: 'error',
    title: '断网期间的作答没有收取',
    text: `${outcome.msg}。成绩与申诉入口在考试记录中。`,
  }
}
