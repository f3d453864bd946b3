import { reductionQuery, reductionTypesQuery } from '@ce/client/course_reduce.ts'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { PageHeader } from '@ce/frame/PageHeader.tsx'
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
        title={id ? '修改减免申请' : '申请减免'}
        actions={<Link to={paths.reductions()}>我的减免申请</Link>}
      >
        先看清类型的要求，再上传佐证材料。提交后由审核员审核，可能会退回补正。
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
          <EmptyState title="现在不能申请减免">
            当前没有开放申请的减免类型或年度，请留意通知公告。
          </EmptyState>
        )
      }
    </Loaded>
  )
}

function Existing({ id }: { id: string }) {
  const offer = useQuery(reductionTypesQuery())
  // what is being changed is not fetched anew under the hands
  const query = useQuery({ ...reductionQuery(id), refetchOnWindowFocus: false, staleTime: 0 })
  return (
    <Loaded query={offer}>
      {(offered) => (
        <Loaded query={query}>
          {(reduction) =>
            reduction.state === 'DRAFT' || reduction.state === 'RETURNED' ? (
              <ApplyForm offer={offered} reduction={reduction} />
            ) : (
              <EmptyState
                title="这份申请已提交，不能再修改"
                action={<Link to={paths.reduction(id)}>查看申请</Link>}
              >
                需要更改时，可以先撤回，再重新申请。
              </EmptyState>
            )
          }
        </Loaded>
      )}
    </Loaded>
  )
}
