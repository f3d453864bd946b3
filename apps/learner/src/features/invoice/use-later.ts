import { type Invoice, wholeInvoicesQuery } from '@ce/client/invoice.ts'
import { useQuery } from '@tanstack/react-query'

/** The order's newest application, when that is another than this one; undefined: not known yet. */
export function useLater({ id, orderNo }: Invoice): Invoice | null | undefined {
  const { data } = useQuery(wholeInvoicesQuery())
  if (!data) return undefined
  const newest = data.list.find((one) => one.orderNo === orderNo)
  return newest && newest.id !== id ? newest : null
}
