import { type ReductionHead, reductionsInPages } from '@ce/client/course_reduce.ts'
import { buttonClass } from '@ce/ui/Button.tsx'
import { Dated } from '@ce/ui/Dated.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { Chips } from '../../components/Chips.tsx'
import card from '../../components/card.module.css'
import { GrowingList } from '../../components/GrowingList.tsx'
import { Refreshing } from '../../components/Refreshing.tsx'
import { Screen } from '../../components/Screen.tsx'
import { paths } from '../../paths.ts'
import { ReductionScreen } from './ReductionScreen.tsx'
import { StateMark } from './StateMark.tsx'
import {
  goOnWords,
  headTimes,
  headWords,
  noReductionsText,
  noReductionsTitle,
  readReductionState,
  reductionFilters,
  reductionIntro,
} from './words.ts'

/** 学时减免: one's applications; the state filter, and with `id` what is open, stand in the address. */
export function ReductionsScreen() {
  const [params] = useSearchParams()
  const id = params.get('id')
  if (id) return <ReductionScreen key={id} id={id} />
  return <Applications state={readReductionState(params.get('state'))} />
}

function Applications({ state }: { state: ReturnType<typeof readReductionState> }) {
  const query = useInfiniteQuery(reductionsInPages(state ? { state } : {}))
  return (
    <Screen
      title="学时减免"
      back={paths.profile()}
      foot={
        <Link className={buttonClass()} to={paths.reductionApply()}>
          申请减免
        </Link>
      }
    >
      <p className={card.quiet}>{reductionIntro}</p>
      <Chips
        label="申请状态"
        chips={reductionFilters}
        chosen={state ?? 'ALL'}
        to={(value) =>
          value === 'ALL' ? paths.reductions() : `${paths.reductions()}?state=${value}`
        }
      />
      <Refreshing>
        <GrowingList
          query={query}
          idOf={({ id }) => id}
          empty={<EmptyState title={noReductionsTitle(state)}>{noReductionsText}</EmptyState>}
        >
          {(head) => <ReductionCard head={head} />}
        </GrowingList>
      </Refreshing>
    </Screen>
  )
}

function ReductionCard({ head }: { head: ReductionHead }) {
  const { id, typeName, applyNo, stateReason } = head
  const goOn = goOnWords(head)
  return (
    <section className={card.card} aria-label={`${typeName} ${applyNo}`}>
      <div className={card.head}>
        <h2>{typeName}</h2>
        <StateMark {...head} />
      </div>
      <p>{headWords(head)}</p>
      {stateReason && <p className={card.warning}>原因：{stateReason}</p>}
      <p className={card.quiet}>
        <Dated>{headTimes(head)}</Dated>
      </p>
      <div className={card.tools}>
        <Link
          className={buttonClass('quiet')}
          to={paths.reduction(id)}
          aria-label={`查看 ${applyNo}`}
        >
          查看
        </Link>
        {goOn && (
          <Link
            className={buttonClass()}
            to={paths.reductionEdit(id)}
            aria-label={`${goOn} ${applyNo}`}
          >
            {goOn}
          </Link>
        )}
      </div>
    </section>
  )
}
