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
import { goOnWords } from './text.ts'

/** 申请减免: a new application, or with `id` a draft or what was returned. */
export function ApplyScreen() {
  const id = useSearchParams()[0].get('id')
  const offer = useQuery(reductionTypesQuery())
  return (
    <Screen
      title={id ? '修改减免申请' : '申请减免'}
      back={paths.reductions()}
      {...(id ? { backLabel: '返回学时减免' } : {})}
    >
      <p className={card.quiet}>
        先看清类型的要求，再上传佐证材料。提交后由审核员审核，可能会退回补正。
      </p>
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
    return (
      <EmptyState title="现在不能申请减免">
        当前没有开放申请的减免类型或年度，请留意通知公告。
      </EmptyState>
    )
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
            title="这份申请已提交，不能再修改"
            action={
              <Link className={buttonClass()} to={paths.reduction(id)} replace>
                查看申请
              </Link>
            }
          >
            需要更改时，可以先撤回，再重新申请。
          </EmptyState>
        )
      }
    </Loaded>
  )
}
