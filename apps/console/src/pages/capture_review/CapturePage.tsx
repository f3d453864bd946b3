import { Loaded } from '@ce/client/components/Loaded.tsx'
import { formatDateTime } from '@ce/client/format.ts'
import {
  type CaptureAttempt,
  captureAttemptQuery,
  type ReviewState,
} from '@ce/client/staff/capture_review.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { comparedNames } from '@ce/contract/void-grounds'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { Link, useParams, useSearchParams } from 'react-router'
import { BackLink } from '../../components/BackLink.tsx'
import { useQueueKeysWanted } from '../../components/queue-keys.ts'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import classes from './CaptureReview.module.css'
import { ManualCheck } from './ManualCheck.tsx'
import { Neighbours } from './Neighbours.tsx'
import { Pictures } from './Pictures.tsx'
import { ProposalForm } from './ProposalForm.tsx'
import { keyWords } from './proposal-keys.ts'
import { Reviews } from './Reviews.tsx'
import { Sealed } from './Sealed.tsx'
import { resultWords, states, stateWords } from './words.ts'

/** One flagged attempt: innocent causes first, then the pictures, then the word of two reviewers; without a camera, whom to ask instead. */
export function CapturePage() {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const state = states.find((one) => one === params.get('state')) ?? 'OPEN'
  const query = useQuery(captureAttemptQuery(id))
  const [keys, setKeys] = useQueueKeysWanted()
  return (
    <>
      {!query.data && (
        <PageHeader
          title="核查一次考试"
          actions={<BackLink to={paths.captures()} otherwise={paths.capturesIn(state)} />}
        />
      )}
      <Neighbours
        attemptId={id}
        state={state}
        own={query.data ? keyWords(query.data) : ''}
        keys={keys}
        onKeys={setKeys}
      />
      <Loaded query={query}>
        {(attempt) => <Desk key={attempt.id} attempt={attempt} list={state} keys={keys} />}
      </Loaded>
    </>
  )
}

interface DeskProps {
  attempt: CaptureAttempt
  list: ReviewState
  /** whether single keys answer */
  keys: boolean
}

function Desk({ attempt, list, keys }: DeskProps) {
  const { studentName, courseTitle, year, no, state, voided } = attempt
  const { label, kind } = stateWords[state]
  const manual = attempt.mode === 'MANUAL'
  const evidence = (
    <>
      <Person attempt={attempt} />
      {attempt.submittedBy === 'SEALED' && <Sealed attempt={attempt} />}
      {!manual && <Pictures attempt={attempt} />}
      {manual && state !== 'DONE' && <ManualCheck attempt={attempt} />}
    </>
  )
  return (
    <>
      <PageHeader
        title={`${studentName}，${courseTitle}`}
        actions={<BackLink to={paths.captures()} otherwise={paths.capturesIn(list)} />}
      >
        <StatusMark kind={kind}>{label}</StatusMark> · {year} 年度第 {no} 次 ·{' '}
        {resultWords(attempt)} · {formatDateTime(attempt.startedAt)} 至{' '}
        {formatDateTime(attempt.submittedAt)}
      </PageHeader>
      <div className={classes.page}>
        {voided && (
          <Alert type="error" showIcon title="这次考试已作废" description={voidedWords(attempt)} />
        )}
        {!voided && attempt.restoredAt && (
          <Alert
            type="info"
            showIcon
            title={`作废已于 ${formatDateTime(attempt.restoredAt)} 撤销，成绩恢复有效`}
          />
        )}
        {state === 'OPEN' ? (
          <ProposalForm attempt={attempt} keys={keys}>
            {evidence}
          </ProposalForm>
        ) : (
          evidence
        )}
        <Reviews attempt={attempt} keys={keys} />
      </div>
    </>
  )
}

/** Why, what there was to compare with, and what came of it. */
function voidedWords({ voidReason, passed, reviews }: CaptureAttempt): string {
  const said = reviews.find(({ decision }) => decision === 'CONFIRMED')
  const compared =
    said?.compared && said.compared !== 'PHOTO' ? `提出时${comparedNames[said.compared]}。` : ''
  const hours = passed ? '已计入的学时已冲销，据此签发的学时证明已撤销。' : ''
  return `${voidReason ?? ''}。${compared}${hours}`
}

function Person({ attempt }: { attempt: CaptureAttempt }) {
  const maySee = usePermission('student.read')
  const { studentId, studentName, idNoMasked, certificateNo, mode } = attempt
  return (
    <section className={classes.card} aria-label="本人">
      <p>
        {maySee ? <Link to={paths.student(studentId)}>{studentName}</Link> : studentName}，
        {idNoMasked}，证书 {certificateNo}。{mode === 'MANUAL' && '人工核验，没有抓拍。'}
      </p>
    </section>
  )
}
