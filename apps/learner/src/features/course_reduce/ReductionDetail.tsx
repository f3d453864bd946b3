import { QueryContent } from '@ce/client/components/Loaded.tsx'
import type { Reduction, ReductionSummary, ReductionState as State } from '@ce/client/course_reduce.ts'
import { reductionQuery, useWithdrawReduction } from '@ce/client/course_reduce.ts'
import { formatDateTime } from '@ce/client/format.ts'
import { reductionStepLabels } from '@ce/client/reduction-text.ts'
import { reductionStateNames } from '@ce/contract/state-names'
import { Button, buttonClass } from '@ce/ui/Button.tsx'
import { ConfirmDialog } from '@ce/ui/Dialog.tsx'
import { showNotice } from '@ce/ui/notices.ts'
import { type StatusKind, StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import card from '../../components/card.module.css'
import { emptyScreenTexts } from '../../components/empty-text.ts'
import { FactCard } from '../../components/FactCard.tsx'
import { NotFoundNote } from '../../components/NotFoundNote.tsx'
import { paths } from '../../paths.ts'
import { EvidenceFileList } from './EvidenceFileList.tsx'
import classes from './Reductions.module.css'
import { continueReductionLabel, isReductionWithdrawable, reductionFacts } from './text.ts'

const kinds: Readonly<Record<State, StatusKind>> = {
  DRAFT: 'todo',
  SUBMITTED: 'doing',
  RETURNED: 'warning',
  APPROVED: 'done',
  REJECTED: 'error',
  WITHDRAWN: 'locked',
}

/** Also marks an application whose hours were reversed. */
export function ReductionStateMark({ state, reversed }: Pick<ReductionSummary, 'state' | 'reversed'>) {
  if (reversed) return <StatusMark kind="error">已冲销</StatusMark>
  return <StatusMark kind={kinds[state]}>{reductionStateNames[state]}</StatusMark>
}

export function ReductionDetail({ id }: { id: string }) {
  const query = useQuery(reductionQuery(id))
  return (
    <QueryContent
      query={query}
      missing={<NotFoundNote words={emptyScreenTexts.noSuchReduction} to={paths.reductions()} />}
    >
      {(reduction) => <Shown reduction={reduction} />}
    </QueryContent>
  )
}

function Shown({ reduction }: { reduction: Reduction }) {
  const { id, typeName, attachments, steps } = reduction
  const goOn = continueReductionLabel(reduction)
  return (
    <>
      <section className={card.card} aria-labelledby="reduction">
        <div className={card.head}>
          <h2 id="reduction">{typeName}</h2>
          <ReductionStateMark {...reduction} />
        </div>
        <FactCard facts={reductionFacts(reduction)} />
        {(goOn || isReductionWithdrawable(reduction)) && (
          <div className={card.tools}>
            {isReductionWithdrawable(reduction) && <WithdrawButton reduction={reduction} />}
            {goOn && (
              <Link className={buttonClass()} to={paths.reductionEdit(id)}>
                {goOn}
              </Link>
            )}
          </div>
        )}
      </section>
      <section className={card.card} aria-labelledby="evidence">
        <h2 id="evidence">佐证材料</h2>
        {attachments.length === 0 ? <p>还没有上传。</p> : <EvidenceFileList files={attachments} />}
      </section>
      {steps.length > 0 && (
        <section className={card.card} aria-labelledby="steps">
          <h2 id="steps">审核经过</h2>
          <ol className={classes.steps}>
            {steps.map(({ at, action, opinion }) => (
              <li key={at}>
                <strong>{reductionStepLabels[action]}</strong> <span className={card.quiet}>{formatDateTime(at)}</span>
                {opinion && <p>{opinion}</p>}
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  )
}

function WithdrawButton({ reduction: { id, version, typeName } }: { reduction: Reduction }) {
  const [asking, setAsking] = useState(false)
  const withdraw = useWithdrawReduction()
  const withdrawApplication = () =>
    withdraw.mutateAsync({ id, version }).then(
      () => showNotice({ kind: 'success', title: '申请已撤回' }),
      () => undefined,
    )
  return (
    <>
      <Button kind="quiet" onClick={() => setAsking(true)}>
        撤回申请
      </Button>
      <ConfirmDialog
        open={asking}
        words={{
          title: '撤回这份申请？',
          text: `${typeName}。撤回后不再审核，也不能恢复；需要时可以重新申请。`,
          ok: '撤回',
          cancel: '再想想',
        }}
        danger
        onOk={withdrawApplication}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
