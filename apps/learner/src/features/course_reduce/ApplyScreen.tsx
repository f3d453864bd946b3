import { Loaded } from '@ce/client/components/Loaded.tsx'
import {
  heldReductionQuery,
  type ReductionOffer,
  reductionTypesQuery,
} from '@ce/client/course_reduce.ts'
import { buttonClass } from '@ce/ui/Button.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import card from '../../components/card.module.css'
import { emptyWords } from '../../components/empty-words.ts'
import { NoSuch } from '../../components/NoSuch.tsx'
import { Screen } from '../../components/Screen.tsx'
import { paths } from '../../paths.ts'
import { ApplyForm } from './ApplyForm.tsx'
import { applyIntro, applyTitle, closedOffer, goOnWords, settledReduction } from './words.ts'

/** 申请减免: a new application, or with `id` a draft or what was returned. */
export function ApplyScreen() {
  const id = useSearchParams()[0].get('id')
  const offer = useQuery(reductionTypesQuery())
  return (
    <Screen title={applyTitle(id)} back={paths.reductions()}>
      <p className={card.quiet}>{applyIntro}</p>
      <Loaded query={offer}>
        {(offered) =>
          id ? <Existing key={id} id={id} offer={offered} /> : <New offer={offered} />
        }
      </Loaded>
    </Screen>
  )
}

function New({ offer }: { offer: ReductionOffer }) {
  if (offer.types.length === 0 || offer.years.length === 0)
    return <EmptyState title={closedOffer.title}>{closedOffer.text}</EmptyState>
  return <ApplyForm offer={offer} reduction={null} />
}

function Existing({ id, offer }: { id: string; offer: ReductionOffer }) {
  const query = useQuery(heldReductionQuery(id))
  return (
    <Loaded
      query={query}
      missing={<NoSuch words={emptyWords.noSuchReduction} to={paths.reductions()} />}
    >
      {(reduction) =>
        goOnWords(reduction) ? (
          <ApplyForm offer={offer} reduction={reduction} />
        ) : (
          <EmptyState
            title={settledReduction.title}
            action={
              <Link className={buttonClass()} to={paths.reduction(id)} replace>
                {settledReduction.action}
              </Link>
            }
          >
            {settledReduction.text}
          </EmptyState>
        )
      }
    </Loaded>
  )
}
