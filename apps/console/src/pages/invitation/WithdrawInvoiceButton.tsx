import { refetchEmployerMoney, useWithdrawEmployerInvoice } from '@ce/client/employer.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useConfirm } from '../../kit/confirm.ts'

export function WithdrawInvoiceButton({ id }: { id: string }) {
  const confirm = useConfirm()
  const client = useQueryClient()
  const withdraw = useWithdrawEmployerInvoice()
  const go = () =>
    withdraw.mutateAsync({ id }).then(
      () => void showNotice({ kind: 'success', title: '发票申请已撤回' }),
      () => refetchEmployerMoney(client),
    )
  const ask = () =>
    confirm({
      title: '撤回这份发票申请？',
      content:
        '撤回后不会按它开票，也不能恢复；需要发票时可以重新申请，并重新排队。只是内容有误的，请用“修改发票申请”。',
      okText: '撤回申请',
      cancelText: '再想想',
      danger: true,
      onOk: go,
    })
  return (
    <Button danger onClick={ask}>
      撤回发票申请…
    </Button>
  )
}
