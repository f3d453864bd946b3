import { renewInvoices, useWithdrawChange, useWithdrawInvoice } from '@ce/client/invoice.ts'
import { changeWithdrawnNotice, withdrawnNotice } from '@ce/client/invoice-text.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { useQueryClient } from '@tanstack/react-query'

/** Takes an application back, and says so; refused, it is shown as it stands by now. */
export function useInvoiceWithdrawal({ id }: { id: string }) {
  const client = useQueryClient()
  const withdraw = useWithdrawInvoice()
  return () =>
    withdraw.mutateAsync({ id }).then(
      () => void showNotice(withdrawnNotice),
      () => renewInvoices(client), // the refusal has been shown
    )
}

/** The same of a wish for another invoice. */
export function useChangeWithdrawal({ id }: { id: string }) {
  const client = useQueryClient()
  const withdraw = useWithdrawChange()
  return () =>
    withdraw.mutateAsync({ id }).then(
      () => void showNotice(changeWithdrawnNotice),
      () => renewInvoices(client), // the refusal has been shown
    )
}
