import type { Invoice } from '@ce/client/invoice.ts'
import { refocus } from '@ce/frame/refocus.ts'
import { useInvoiceWithdrawal } from '@ce/frame/student/invoice/use-withdrawal.ts'
import { withdrawAction, withdrawQuestion } from '@ce/frame/student/invoice/words.ts'
import { App, Button } from 'antd'

/** Takes an application back that waits, after a question. */
export function WithdrawButton({ invoice }: { invoice: Invoice }) {
  const { modal } = App.useApp()
  const withdraw = useInvoiceWithdrawal(invoice)
  const ask = () =>
    modal.confirm({
      title: withdrawQuestion.title,
      content: withdrawQuestion.text,
      okText: withdrawQuestion.ok,
      cancelText: withdrawQuestion.cancel,
      okButtonProps: { danger: true },
      afterClose: refocus,
      onOk: withdraw,
    })
  return (
    <Button danger onClick={ask}>
      {withdrawAction}
    </Button>
  )
}
