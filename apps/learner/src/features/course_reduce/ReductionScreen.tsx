import { Loaded } from '@ce/client/components/Loaded.tsx'
import { type Reduction, reductionQuery, useWithdrawReduction } from '@ce/client/course_reduce.ts'
import { Button, buttonClass } from '@ce/ui/Button.tsx'
import { ConfirmDialog } from '@ce/ui/Dialog.tsx'
import { showNotice } from '@ce/ui/notices.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import card from '../../components/card.module.css'
import { emptyWords } from '../../components/empty-words.ts'
import { Facts } from '../../components/Facts.tsx'
import { NoSuch } from '../../components/NoSuch.tsx'
import { Refreshing } from '../../components/Refreshing.tsx'
import { Screen } from '../../components/Screen.tsx'
import { paths } from '../../paths.ts'
import { EvidenceFiles } from './Evidence.tsx'
import { StateMark } from './StateMark.tsx'
import { Trail } from './Trail.tsx'
import {
  goOnWords,
  mayWithdraw,
  noEvidence,
  reductionFacts,
  withdrawnNotice,
  withdrawQuestion,
} from './words.ts'

/** One application: what it says, its evidence, and how it was judged. */
export function ReductionScreen({ id }: { id: string }) {
  const query = useQuery(reductionQuery(id))
  const goOn = query.data && goOnWords(query.data)
  return (
    <Screen
      title="减免申请"
      back={paths.reductions()}
      foot={
        goOn && (
          <Link className={buttonClass()} to={paths.reductionEdit(id)}>
            {goOn}
          </Link>
        )
      }
    >
      <Refreshing>
        <Loaded
          query={query}
          missing={<NoSuch words={emptyWords.noSuchReduction} to={paths.reductions()} />}
        >
          {(reduction) => <Shown reduction={reduction} />}
        </Loaded>
      </Refreshing>
    </Screen>
  )
}

function Shown({ reduction }: { reduction: Reduction }) {
  const { typeName, attachments, steps } = reduction
  return (
    <>
      <section className={card.card} aria-labelledby="what">
        <div className={card.head}>
          <h2 id="what">{typeName}</h2>
          <StateMark {...reduction} />
        </div>
        <Facts facts={reductionFacts(reduction)} />
      </section>
      <section className={card.card} aria-labelledby="evidence">
        <h2 id="evidence">佐证材料</h2>
        {attachments.length === 0 ? <p>{noEvidence}</p> : <EvidenceFiles files={attachments} />}
      </section>
      {steps.length > 0 && (
        <section className={card.card} aria-labelledby="trail">
          <h2 id="trail">审核经过</h2>
          <Trail steps={steps} />
        </section>
      )}
      {mayWithdraw(reduction) && <Withdraw reduction={reduction} />}
    </>
  )
}

function Withdraw({ reduction }: { reduction: Reduction }) {
  const [asking, setAsking] = useState(false)
  const withdraw = useWithdrawReduction()
  const { id, version } = reduction
  const go = () =>
    withdraw.mutateAsync({ id, version }).then(
      () => showNotice(withdrawnNotice),
      () => undefined, // the refusal has been shown
    )
  return (
    <>
      <Button kind="quiet" onClick={() => setAsking(true)}>
        撤回申请
      </Button>
      {asking && (
        <ConfirmDialog
          open
          words={withdrawQuestion(reduction)}
          danger
          onOk={go}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
