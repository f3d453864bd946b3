import type { StoredPaper } from '@ce/client/exam-attempt/stored-papers.ts'
import type { UnsentAnswersState } from '@ce/client/exam-attempt/use-left-answers.ts'
import { formatDuration } from '@ce/client/format.ts'
import { Alert } from '@ce/ui/Alert.tsx'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import frame from './Exam.module.css'
import { useUnsentAnswersContext } from './UnsentAnswersSender.tsx'

/** Tells what became of exam answers that this device stored (docs/exam-offline.md). */
export function UnsentAnswersNote() {
  return <UnsentAnswersList left={useUnsentAnswersContext()} />
}

interface LeftPapersProps {
  left: Pick<UnsentAnswersState, 'papers' | 'dismiss'>
}

/** Shows what became of stored answers; for pages that load the unsent answers themselves. */
export function UnsentAnswersList({ left: { papers, dismiss } }: LeftPapersProps) {
  return (
    <div role="status">
      {papers.map((paper) => (
        <LeftPaper key={paper.attemptId} paper={paper} onDismiss={() => dismiss(paper.attemptId)} />
      ))}
    </div>
  )
}

interface LeftPaperProps {
  paper: StoredPaper & { waiting: number }
  onDismiss: () => void
}

function LeftPaper({ paper, onDismiss }: LeftPaperProps) {
  const { kind, title, text } = textOf(paper)
  const { signId, id } = paper.exam
  return (
    <div className={frame.left}>
      <Alert inRegion kind={kind} title={title} onClose={paper.waiting === 0 ? onDismiss : undefined}>
        {text} <Link to={paths.exam(signId, id)}>查看《{paper.courseTitle}》考试</Link>
      </Alert>
    </div>
  )
}

function textOf({ outcome, waiting, sealedSeconds }: LeftPaperProps['paper']): {
  kind: 'success' | 'warning' | 'error'
  title: string
  text: string
} {
  if (outcome?.kind === 'kept')
    return {
      kind: 'warning',
      title: `有 ${waiting} 题作答还没有收取`,
      text: `${outcome.msg}。作答仍保存在本机，会自动重试；刷新页面可立即重试，请不要退出登录。开始新的考试后，这些作答将不再收取。`,
    }
  const limit = sealedSeconds ? `（考试截止后 ${formatDuration(sealedSeconds)}，服务器故障的时间另计）` : ''
  if (waiting > 0 || !outcome)
    return {
      kind: 'warning',
      title: `有 ${waiting} 题作答还没有上传`,
      text: `连上服务器后会自动上传，请不要退出登录。超过补交时限后才上传的，将不能计入${limit}。`,
    }
  if (outcome.kind === 'saved') {
    const { answers, newer = 0 } = outcome
    const text = '考试还在进行，请尽快回到考试继续作答。'
    const over = overWords(outcome.over)
    if (newer === 0 && !over) return { kind: 'success', title: `上次未上传的 ${answers} 题作答已补传`, text }
    const gone = newer > 0 ? `；另有 ${newer} 题以其他设备上更晚的作答为准` : ''
    return {
      kind: 'warning',
      title: `上次未上传的作答：${answers} 题已补传${over && `，其中${over}`}${gone}`,
      text: `请核对这些题的答案。${text}`,
    }
  }
  if (outcome.kind === 'taken') {
    const { score, passed, submittedBy } = outcome.result
    const sealed = submittedBy === 'SEALED' ? '，这次考试会由工作人员核查' : ''
    const over = overWords(outcome.over)
    return {
      kind: 'success',
      title: '断网期间的作答已补交',
      text: `成绩 ${score} 分，${passed ? '考试合格' : '未达到及格分'}${sealed}。${over && `补交的作答${over}。`}`,
    }
  }
  return {
    kind: 'error',
    title: '断网期间的作答没有收取',
    text: `${outcome.msg}。成绩与申诉入口在考试记录中。`,
  }
}

/** Says how many answers were also given on another device, and which of them count (docs/exam-offline.md). */
function overWords(over = 0): string {
  return over > 0 ? `有 ${over} 题在其他设备上也作答过，以这里更晚的作答为准` : ''
}
