import { heldReductionQuery, reductionTypesQuery } from '@ce/client/course_reduce.ts'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { PageHeader } from '@ce/frame/PageHeader.tsx'
import {
  applyIntro,
  applyTitle,
  closedOffer,
  goOnWords,
  settledReduction,
} from '@ce/frame/student/course_reduce/words.ts'
import { emptyWords } from '@ce/frame/student/empty-words.ts'
import { NoSuch } from '@ce/frame/student/NoSuch.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { paths } from '../../paths.ts'
import { ApplyForm } from './ApplyForm.tsx'

/** 申请减免: a new application, or with `id` a draft or what was returned. */
export function ApplyPage() {
  const id = useSearchParams()[0].get('id')
  return (
    <>
      <PageHeader
        title={applyTitle(id)}
        actions={<Link to={paths.reductions()}>我的减免申请</Link>}
      >
        {applyIntro}
      </PageHeader>
      {id ? <Existing key={id} id={id} /> : <New />}
    </>
  )
}

function New() {
  const query = useQuery(reductionTypesQuery())
  return (
    <Loaded query={query}>
      {(offer) =>
        offer.types.length > 0 && offer.years.length > 0 ? (
          <ApplyForm offer={offer} reduction={null} />
        ) : (
          <EmptyState title={closedOffer.title}>{closedOffer.text}</EmptyState>
        )
      }
    </Loaded>
  )
}

function Existing({ id }: { id: string }) {
  const offer = useQuery(reductionTypesQuery())
  const query = useQuery(heldReductionQuery(id))
  return (
    <Loaded query={offer}>
      {(offered) => (
        <Loaded
          query={query}
          missing={<NoSuch words={emptyWords.noSuchReduction} to={paths.reductions()} />}
        >
          {(reduction) =>
            goOnWords(reduction) ? (
              <ApplyForm offer={offered} reduction={reduction} />
            ) : (
              <NoSuch words={settledReduction} to={paths.reduction(id)} />
            )
          }
        </Loaded>
      )}
    </Loaded>
  )
}
