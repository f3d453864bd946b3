import { formatDateTime } from '@ce/client/format.ts'
import type { CaptureAttempt, CaptureReview } from '@ce/client/staff/capture_review.ts'
import { useDecideCaptureReview, useWithdrawCaptureReview } from '@ce/client/staff/capture_review.ts'
import { comparedWithNames, voidGroundNames } from '@ce/contract/void-grounds'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Button } from 'antd'
import { useState } from 'react'
import { ConsequenceChecklist } from '../../components/ConsequenceChecklist.tsx'
import cards from '../../components/cards.module.css'
import { useQueueKeys } from '../../components/queue-keys.ts'
import { ReasonDialog } from '../../components/ReasonDialog.tsx'
import { WithdrawProposalButton } from '../../components/WithdrawProposalButton.tsx'
import classes from './CaptureReview.module.css'
import { captureDecisionLabels, captureProposalLabels, captureVoidTexts, innocentCauseLabels } from './labels.ts'
import { findWaitingReview } from './proposal-keys.ts'

export function CaptureReviews({ attempt, keys }: { attempt: CaptureAttempt; keys: boolean }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const waiting = findWaitingReview(attempt.reviews)
  const ask = (decision: Asked['decision']) => waiting && (() => setAsked({ review: waiting, decision }))
  useQueueKeys(keys, { a: ask('CONFIRMED'), r: ask('REJECTED') })
  if (attempt.reviews.length === 0) return null
  return (
    <section className={classes.card} aria-labelledby="reviews">
      <h2 id="reviews">核查经过</h2>
      {attempt.reviews.map((review) => (
        <Review key={review.id} review={review} keys={keys} onAsk={setAsked} />
      ))}
      {asked && <DecideDialog {...asked} attempt={attempt} onClose={() => setAsked(null)} />}
    </section>
  )
}

interface Asked {
  review: CaptureReview
  decision: 'CONFIRMED' | 'REJECTED'
}

interface ReviewProps {
  review: CaptureReview
  keys: boolean
  onAsk: (asked: Asked) => void
}

function Review({ review, keys, onAsk }: ReviewProps) {
  const { proposal, causes, ground, compared, reason, decision } = review
  const withdraw = useWithdrawCaptureReview()
  return (
    <article className={classes.review} aria-label={`${review.proposedBy}的建议`}>
      <div>
        <strong>建议{captureProposalLabels[proposal]}</strong>{' '}
        <span className={cards.hint}>
          {review.proposedBy} {formatDateTime(review.proposedAt)}
        </span>
      </div>
      {causes.length > 0 && <p>可能的原因：{causes.map((cause) => innocentCauseLabels[cause]).join('；')}</p>}
      {ground && <p>依据：{voidGroundNames[ground]}</p>}
      <p>理由：{reason}</p>
      {compared && compared !== 'PHOTO' && <p>提出时{comparedWithNames[compared]}。</p>}
      {decision && (
        <p>
          <StatusMark kind={captureDecisionLabels[decision].kind}>{captureDecisionLabels[decision].label}</StatusMark>{' '}
          {review.decidedBy} {formatDateTime(review.decidedAt)}
          {review.decideReason && `：${review.decideReason}`}
        </p>
      )}
      {!decision && review.own && (
        <div className={cards.buttons}>
          <WithdrawProposalButton
            note="您提出的建议，由另一名审核员决定。"
            what="核查建议"
            content="考试保持“待核查”，任何审核员可以重新提出建议。"
            takeBack={() => withdraw.mutateAsync({ id: review.id })}
          />
        </div>
      )}
      {!decision && !review.own && (
        <div className={cards.buttons}>
          <Button
            type="primary"
            danger={proposal === 'VOID'}
            aria-keyshortcuts={keys ? 'A' : undefined}
            onClick={() => onAsk({ review, decision: 'CONFIRMED' })}
          >
            确认{captureProposalLabels[proposal]}…
          </Button>
          <Button aria-keyshortcuts={keys ? 'R' : undefined} onClick={() => onAsk({ review, decision: 'REJECTED' })}>
            驳回…
          </Button>
        </div>
      )}
    </article>
  )
}

interface DecideDialogProps extends Asked {
  attempt: CaptureAttempt
  onClose: () => void
}

function DecideDialog({ review, decision, attempt, onClose }: DecideDialogProps) {
  const decide = useDecideCaptureReview()
  const { id, proposal } = review
  const confirmed = decision === 'CONFIRMED'
  const voids = confirmed && proposal === 'VOID'
  const seen = voids ? { seen: attempt.consequences } : {}
  const { advice, example } = captureVoidTexts(attempt.mode)
  return (
    <ReasonDialog
      title={`${confirmed ? '确认' : '驳回'}：${captureProposalLabels[proposal]}`}
      okText={confirmed ? `确认${captureProposalLabels[proposal]}` : '驳回'}
      danger={voids}
      placeholder={voids ? example : mildExample[attempt.mode]}
      send={(reason) => decide.mutateAsync({ id, decision, reason, ...seen })}
      done={{ title: confirmed ? '已确认' : '已驳回' }}
      onClose={onClose}
    >
      <p>{voids ? `${advice}。作废以后要恢复，须在“考场”中申请撤销作废，由两人办理。` : mildWords(confirmed)}</p>
      {voids && <ConsequenceChecklist problem={null} list={attempt.consequences} />}
    </ReasonDialog>
  )
}

const mildExample = { CAMERA: '如：口罩遮挡，说得通', MANUAL: '如：已电话核实是本人' } as const

function mildWords(confirmed: boolean): string {
  return confirmed ? '“待核查”标记取消，成绩和学时不变。' : '考试保持“待核查”，任何审核员可以重新提出建议。'
}
