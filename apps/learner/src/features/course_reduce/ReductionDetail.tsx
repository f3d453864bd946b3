import { Loaded } from '@ce/client/components/Loaded.tsx'
import {
  type Reduction,
  type ReductionHead,
  reductionQuery,
  type ReductionState as State,
  useWithdrawReduction,
} from '@ce/client/course_reduce.ts'
import { formatDateTime } from '@ce/client/format.ts'
import { reductionStepWords } from '@ce/client/reduction-words.ts'
import { reductionStateNames } from '@ce/contract/state-names'
import { Button, buttonClass } from '@ce/ui/Button.tsx'
import { ConfirmDialog } from '@ce/ui/Dialog.tsx'
import { showNotice } from '@ce/ui/notices.ts'
import { type StatusKind, StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import card from '../../components/card.module.css'
import { emptyWords } from '../../components/empty-words.ts'
import { Facts } from '../../components/Facts.tsx'
import { NoSuch } from '../../components/NoSuch.tsx'
import { paths } from '../../paths.ts'
import { EvidenceFiles } from './EvidenceFiles.tsx'
import classes from './Reductions.module.css'
import { goOnWords, mayWithdraw, reductionFacts } from './text.ts'

const kinds: Readonly<Record<State, StatusKind>> = {
  DRAFT: 'todo',
  SUBMITTED: 'doing',
  RETURNED: 'warning',
  APPROVED: 'done',
  REJECTED: 'error',
  WITHDRAWN: 'locked',
}

/** How an application stands; one whose hours were taken back says so. */
export function ReductionState({ state, reversed }: Pick<ReductionHead, 'state' | 'reversed'>) {
  if (reversed) return <StatusMark kind="error">已冲销</StatusMark>
  return <StatusMark kind={kinds[state]}>{reductionStateNames[state]}</StatusMark>
}

/** One application: what it says, its evidence, how it was judged, and what can be done about it. */
export function ReductionDetail({ id }: { id: string }) {
  const query = useQuery(reductionQuery(id))
  return (
    <Loaded
      query={query}
      missing={<NoSuch words={emptyWords.noSuchReduction} to={paths.reductions()} />}
    >
      {(reduction) => <Shown reduction={reduction} />}
    </Loaded>
  )
}

function Shown({ reduction }: { reduction: Reduction }) {
  const { id, typeName, attachments, steps } = reduction
  const goOn = goOnWords(reduction)
  return (
    <>
      <section className={card.card} aria-labelledby="reduction">
        <div className={card.head}>
          <h2 id="reduction">{typeName}</h2>
          <ReductionState {...reduction} />
        </div>
        <Facts facts={reductionFacts(reduction)} />
        {(goOn || mayWithdraw(reduction)) && (
          <div className={card.tools}>
            {mayWithdraw(reduction) && <WithdrawButton reduction={reduction} />}
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
        {attachments.length === 0 ? <p>还没有上传。</p> : <EvidenceFiles files={attachments} />}
      </section>
      {steps.length > 0 && (
        <section className={card.card} aria-labelledby="steps">
          <h2 id="steps">审核经过</h2>
          <ol className={classes.steps}>
            {steps.map(({ at, action, opinion }) => (
              <li key={at}>
                <strong>{reductionStepWords[action]}</strong>{' '}
                <span className={card.quiet}>{formatDateTime(at)}</span>
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
      () => undefined, // the refusal has been shown
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
