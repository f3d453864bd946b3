import { CallRefused, type ClientOutput } from '@ce/client/call.ts'
import { AnswerLogEntries } from '@ce/client/components/exam-review/AnswerLogEntries.tsx'
import review from '@ce/client/components/exam-review/Review.module.css'
import { ReviewedQuestion } from '@ce/client/components/exam-review/ReviewedQuestion.tsx'
import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { answerLogQuery, examInfoQuery, examReviewQuery } from '@ce/client/exam.ts'
import { formatDateTime } from '@ce/client/format.ts'
import { Alert } from '@ce/ui/Alert.tsx'
import { DatedText } from '@ce/ui/Dated.tsx'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { emptyScreenTexts } from '../../components/empty-text.ts'
import { NotFoundNote } from '../../components/NotFoundNote.tsx'
import { TabLinks } from '../../components/TabLinks.tsx'
import { paths } from '../../paths.ts'
import before from './BeforeExam.module.css'
import frame from './Exam.module.css'
import { ExamFrame } from './ExamFrame.tsx'
import { WrongAnswerPractice } from './Practice.tsx'
import { submissionCauseText } from './text.ts'

const tabs = [
  { tab: undefined, text: '答卷与解析' },
  { tab: 'practice', text: '错题练习' },
  { tab: 'log', text: '作答记录' },
] as const

type Review = ClientOutput<'GET /exam/v1/review'>

export function AttemptScreen() {
  const { signid: signId = '', id = '', attemptid: attemptId = '' } = useParams()
  const [search] = useSearchParams()
  const exam = useQuery(examInfoQuery({ signId, id }))
  const attempt = exam.data?.attempts.find((one) => one.attemptId === attemptId)
  const open = attempt?.reviewable !== false
  const shown = open ? tabs : tabs.filter(({ tab }) => tab === 'log')
  // The address may name a tab that is closed for now; the page then explains why it is closed.
  const current = tabs.find(({ tab }) => tab === (search.get('tab') ?? undefined))?.tab
  return (
    <ExamFrame
      title="答卷与作答记录"
      course={exam.data?.courseTitle}
      back={{ to: paths.exam(signId, id), label: '返回考试页' }}
    >
      {shown.length > 1 && (
        <TabLinks
          label="查看内容"
          tabs={shown.map(({ tab, text }) => ({
            to: paths.attempt(signId, id, attemptId, tab),
            text,
            open: tab === current,
          }))}
        />
      )}
      {current === 'log' && <AnswerLog attemptId={attemptId} />}
      {current === 'practice' && (
        <ReviewLoaded attemptId={attemptId}>
          {({ questions }) => <WrongAnswerPractice questions={questions} />}
        </ReviewLoaded>
      )}
      {current === undefined && (
        <ReviewLoaded attemptId={attemptId}>{(paper) => <ReviewedPaper paper={paper} />}</ReviewLoaded>
      )}
    </ExamFrame>
  )
}

function ReviewLoaded(props: { attemptId: string; children: (review: Review) => ReactNode }) {
  const query = useQuery(examReviewQuery(props.attemptId))
  const key = query.error instanceof CallRefused ? query.error.key : undefined
  if (key === 'exam.reviewLocked' || key === 'exam.reviewHeld')
    return (
      <EmptyState title="答卷与解析还没有开放">
        {key === 'exam.reviewHeld'
          ? query.error?.message
          : '通过考试，或用完本轮考试次数后即可查看。作答记录现在就可以看。'}
      </EmptyState>
    )
  return (
    <QueryContent
      query={query}
      missing={<NotFoundNote words={emptyScreenTexts.noSuchAttempt} to={paths.myCourses()} />}
      skeleton={<Skeleton shape={['title', 'line', 'card', 'card']} />}
    >
      {props.children}
    </QueryContent>
  )
}

function ReviewedPaper({ paper }: { paper: Review }) {
  const [onlyWrong, setOnlyWrong] = useState(false)
  const numbered = paper.questions.map((question, index) => ({ question, number: index + 1 }))
  const wrong = numbered.filter(({ question }) => !question.right && question.corrected !== 'STRIKE')
  return (
    <>
      <AttemptHead attempt={paper} />
      <label className={before.check}>
        <input type="checkbox" checked={onlyWrong} onChange={({ target }) => setOnlyWrong(target.checked)} />
        <span>只看答错和未答的 {wrong.length} 题</span>
      </label>
      {onlyWrong && wrong.length === 0 && <p className={before.quiet}>全部答对，没有错题。</p>}
      <ol className={review.list}>
        {(onlyWrong ? wrong : numbered).map((one) => (
          <li key={one.question.id}>
            <ReviewedQuestion {...one} />
          </li>
        ))}
      </ol>
    </>
  )
}

/** Shows the answer log and checks that no entry has changed since the submission. */
function AnswerLog({ attemptId }: { attemptId: string }) {
  const query = useQuery(answerLogQuery(attemptId))
  return (
    <QueryContent
      query={query}
      missing={<NotFoundNote words={emptyScreenTexts.noSuchAttempt} to={paths.myCourses()} />}
      skeleton={<Skeleton shape={['title', 'line', 'card']} />}
    >
      {(log) => (
        <>
          <AttemptHead attempt={log} />
          {log.intact ? (
            <Alert kind="success" title="记录完整，与回执一致">
              每条记录都已重新核对，与交卷回执相符。
            </Alert>
          ) : (
            <Alert kind="error" title="记录与回执不一致">
              请截图保存本页，并凭回执联系客服核查。
            </Alert>
          )}
          {log.entries.length > 0 ? (
            <AnswerLogEntries entries={log.entries} />
          ) : (
            <EmptyState title="没有作答记录">这次考试没有保存过答案。</EmptyState>
          )}
        </>
      )}
    </QueryContent>
  )
}

type Attempt = Omit<ClientOutput<'GET /exam/v1/answer_log'>, 'entries' | 'firstHash' | 'intact'>

function AttemptHead({ attempt }: { attempt: Attempt }) {
  return (
    <section className={frame.card} aria-labelledby="attempt">
      <h2 id="attempt">本次考试</h2>
      <p>
        <Standing attempt={attempt} /> {attempt.score} 分（满分 {attempt.totalPoints} 分）
      </p>
      <p className={before.quiet}>
        <DatedText>
          {formatDateTime(attempt.startedAt)} 开始，{formatDateTime(attempt.submittedAt)}{' '}
        </DatedText>
        {submissionCauseText(attempt.submittedBy)}
        <br />
        交卷回执 <span className={before.receipt}>{attempt.receipt}</span>
      </p>
    </section>
  )
}

function Standing({ attempt: { voided, passed } }: { attempt: Attempt }) {
  if (voided) return <StatusMark kind="error">成绩已作废</StatusMark>
  return passed ? <StatusMark kind="done">合格</StatusMark> : <StatusMark kind="warning">未合格</StatusMark>
}
