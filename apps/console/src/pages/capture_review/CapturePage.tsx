import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { formatDateTime } from '@ce/client/format.ts'
import type { CaptureAttempt, CaptureReviewState } from '@ce/client/staff/capture_review.ts'
import { captureAttemptQuery } from '@ce/client/staff/capture_review.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { comparedWithNames } from '@ce/contract/void-grounds'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { Link, useParams, useSearchParams } from 'react-router'
import { BackLink } from '../../components/BackLink.tsx'
import cards from '../../components/cards.module.css'
import { useQueueKeysEnabled } from '../../components/queue-keys.ts'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import classes from './CaptureReview.module.css'
import { captureResultText, captureReviewStateLabels, captureReviewStates } from './labels.ts'
import { ManualCheck } from './ManualCheck.tsx'
import { AttemptNeighbours } from './Neighbours.tsx'
import { OfflineSubmissionNotice } from './OfflineSubmissionNotice.tsx'
import { CapturePictures } from './Pictures.tsx'
import { CaptureProposalForm } from './ProposalForm.tsx'
import { captureShortcutText } from './proposal-keys.ts'
import { CaptureReviews } from './Reviews.tsx'

/** Shows one attempt to reviewers: innocent causes first, or whom to ask if the attempt had no camera. */
export function CapturePage() {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const state = captureReviewStates.find((one) => one === params.get('state')) ?? 'OPEN'
  const query = useQuery(captureAttemptQuery(id))
  const [keys, setKeys] = useQueueKeysEnabled()
  return (
    <>
      {!query.data && (
        <PageHeader
          title="核查一次考试"
          actions={<BackLink to={paths.captures()} otherwise={paths.capturesIn(state)} />}
        />
      )}
      <AttemptNeighbours
        attemptId={id}
        state={state}
        own={query.data ? captureShortcutText(query.data) : ''}
        keys={keys}
        onKeys={setKeys}
      />
      <QueryContent query={query}>
        {(attempt) => <Desk key={attempt.id} attempt={attempt} list={state} keys={keys} />}
      </QueryContent>
    </>
  )
}

interface DeskProps {
  attempt: CaptureAttempt
  list: CaptureReviewState
  /** True if single-key shortcuts are enabled. */
  keys: boolean
}

function Desk({ attempt, list, keys }: DeskProps) {
  const { studentName, courseTitle, year, no, state, voided } = attempt
  const { label, kind } = captureReviewStateLabels[state]
  const manual = attempt.mode === 'MANUAL'
  const evidence = (
    <>
      <Person attempt={attempt} />
      {attempt.submittedBy === 'SEALED' && <OfflineSubmissionNotice attempt={attempt} />}
      {!manual && <CapturePictures attempt={attempt} />}
      {manual && state !== 'DONE' && <ManualCheck attempt={attempt} />}
    </>
  )
  return (
    <>
      <PageHeader
        title={`${studentName}，${courseTitle}`}
        actions={<BackLink to={paths.captures()} otherwise={paths.capturesIn(list)} />}
      >
        <StatusMark kind={kind}>{label}</StatusMark> · {year} 年度第 {no} 次 · {captureResultText(attempt)} ·{' '}
        {formatDateTime(attempt.startedAt)} 至 {formatDateTime(attempt.submittedAt)}
      </PageHeader>
      <div className={cards.page}>
        {voided && <Alert type="error" showIcon title="这次考试已作废" description={voidedWords(attempt)} />}
        {!voided && attempt.restoredAt && (
          <Alert type="info" showIcon title={`作废已于 ${formatDateTime(attempt.restoredAt)} 撤销，成绩恢复有效`} />
        )}
        {state === 'OPEN' ? (
          <CaptureProposalForm attempt={attempt} keys={keys}>
            {evidence}
          </CaptureProposalForm>
        ) : (
          evidence
        )}
        <CaptureReviews attempt={attempt} keys={keys} />
      </div>
    </>
  )
}

function voidedWords({ voidReason, passed, reviews }: CaptureAttempt): string {
  const said = reviews.find(({ decision }) => decision === 'CONFIRMED')
  const compared = said?.compared && said.compared !== 'PHOTO' ? `提出时${comparedWithNames[said.compared]}。` : ''
  const hours = passed ? '已计入的学时已冲销，据此签发的学时证明已撤销。' : ''
  return `${voidReason ?? ''}。${compared}${hours}`
}

function Person({ attempt }: { attempt: CaptureAttempt }) {
  const maySee = usePermission('student.read')
  const { studentId, studentName, idNoMasked, certificateNo, mode } = attempt
  return (
    <section className={classes.card} aria-label="本人">
      <p>
        {maySee ? <Link to={paths.student(studentId)}>{studentName}</Link> : studentName}，{idNoMasked}，证书{' '}
        {certificateNo}。{mode === 'MANUAL' && '人工核验，没有抓拍。'}
      </p>
    </section>
  )
}
