import { QueryContent } from '@ce/client/components/Loaded.tsx'
import type { ReductionTypesData } from '@ce/client/course_reduce.ts'
import { reductionFormQuery, reductionTypesQuery } from '@ce/client/course_reduce.ts'
import { buttonClass } from '@ce/ui/Button.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import card from '../../components/card.module.css'
import { emptyScreenTexts } from '../../components/empty-text.ts'
import { NotFoundNote } from '../../components/NotFoundNote.tsx'
import { ScreenLayout } from '../../components/Screen.tsx'
import { paths } from '../../paths.ts'
import { ReductionForm } from './ReductionForm.tsx'
import { continueReductionLabel } from './text.ts'

/** With `id`, the screen opens a draft or a returned application. */
export function ReductionFormScreen() {
  const id = useSearchParams()[0].get('id')
  const offer = useQuery(reductionTypesQuery())
  return (
    <ScreenLayout
      title={id ? '修改减免申请' : '申请减免'}
      back={paths.reductions()}
      {...(id ? { backLabel: '返回学时减免' } : {})}
    >
      <p className={card.quiet}>先看清类型的要求，再上传佐证材料。提交后由审核员审核，可能会退回补正。</p>
      <QueryContent query={offer}>
        {(offered) => (id ? <Existing key={id} id={id} offer={offered} /> : <New offer={offered} />)}
      </QueryContent>
    </ScreenLayout>
  )
}

function New({ offer }: { offer: ReductionTypesData }) {
  if (offer.types.length === 0 || offer.years.length === 0)
    return <EmptyState title="现在不能申请减免">当前没有开放申请的减免类型或年度，请留意通知公告。</EmptyState>
  return <ReductionForm offer={offer} reduction={null} />
}

function Existing({ id, offer }: { id: string; offer: ReductionTypesData }) {
  const query = useQuery(reductionFormQuery(id))
  return (
    <QueryContent
      query={query}
      missing={<NotFoundNote words={emptyScreenTexts.noSuchReduction} to={paths.reductions()} />}
    >
      {(reduction) =>
        continueReductionLabel(reduction) ? (
          <ReductionForm offer={offer} reduction={reduction} />
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
    </QueryContent>
  )
}
