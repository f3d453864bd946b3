import { type Invoice, invoiceQuery, useApplyForInvoice } from '@ce/client/invoice.ts'
import {
  appliedNotice,
  askedOf,
  correctedNotice,
  type TitleValues,
} from '@ce/client/invoice-title.ts'
import { wholeOrdersQuery } from '@ce/client/order.ts'
import { useSession } from '@ce/client/session.ts'
import { profileQuery } from '@ce/client/student.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { paths } from '../../paths.ts'

/** What the form begins with. */
type Start = Pick<TitleValues, 'titleType' | 'title' | 'email'> & {
  taxNo: string
  remark: string
}

/** Of what is being written: it is not fetched anew under the hands. */
const held = {
  refetchInterval: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  meta: { edited: true },
} as const

/**
 * 申请发票 of the order the address names: what the form begins with, and what becomes of it. With `from` it begins with an earlier
 * application of that order; one that waits yet is corrected: the new one takes its place in one go.
 */
export function useApplication() {
  const { orderNo = '' } = useParams()
  const from = useSearchParams()[0].get('from')
  const orders = useQuery(wholeOrdersQuery('PAID'))
  const profile = useQuery(profileQuery())
  const earlier = useQuery({ ...invoiceQuery(from ?? ''), ...held, enabled: from !== null })
  const name = useSession()?.userInfo.name ?? ''
  const like = earlier.data?.orderNo === orderNo ? earlier.data : null
  return {
    orders,
    profile,
    order: orders.data?.list.find((one) => one.orderNo === orderNo && one.amount > 0),
    /** an earlier application is on its way */
    wait: earlier.isLoading,
    start: startOf(like, { name, email: profile.data?.email ?? '' }),
    waiting: waitingOf(like),
  }
}

function startOf(like: Invoice | null, own: { name: string; email: string }): Start {
  if (like) return { ...like, taxNo: like.taxNo ?? '' }
  return { titleType: 'PERSONAL', title: own.name, taxNo: '', email: own.email, remark: '' }
}

/** The application that is corrected; staff that were faster say so when it is sent. */
function waitingOf(like: Invoice | null): string | null {
  return like && (like.state === 'PENDING' || like.state === 'ISSUING') ? like.id : null
}

/** Sends it, and goes to what it became; rejects when it was refused. @param waiting the application whose place it takes */
export function useSendApplication(orderNo: string, waiting: string | null) {
  const navigate = useNavigate()
  const apply = useApplyForInvoice()
  return {
    busy: apply.isPending,
    send: async (values: TitleValues) => {
      const insteadOf = waiting ? { insteadOf: waiting } : {}
      const { id } = await apply.mutateAsync({ orderNo, ...insteadOf, ...askedOf(values) })
      showNotice(waiting ? correctedNotice : appliedNotice)
      await navigate(paths.invoice(id), { replace: true })
    },
  }
}

/** What page and button say. */
export const applicationWords = (waiting: string | null) =>
  waiting
    ? { title: '修改发票申请', action: '提交修改' }
    : { title: '申请发票', action: '提交申请' }
