import type { Invoice } from '@ce/client/invoice.ts'
import { refocus } from '@ce/frame/refocus.ts'
import {
  useChangeWithdrawal,
  useInvoiceWithdrawal,
} from '@ce/frame/student/invoice/use-withdrawal.ts'
import {
  withdrawAction,
  withdrawChangeAction,
  withdrawChangeQuestion,
  withdrawQuestion,
} from '@ce/frame/student/invoice/words.ts'
import { App, Button } from 'antd'

/** Takes an application back that waits, after a question. */
export function WithdrawButton({ invoice }: { invoice: Invoice }) {
  const onOk = useInvoiceWithdrawal(invoice)
  return <AskingButton action={withdrawAction} question={withdrawQuestion} onOk={onOk} />
}

/** The same of a wish for another invoice. */
export function WithdrawChangeButton({ invoice }: { invoice: Invoice }) {
  const onOk = useChangeWithdrawal(invoice)
  return (
    <AskingButton action={withdrawChangeAction} question={withdrawChangeQuestion} onOk={onOk} />
  )
}

interface Asking {
  action: string
  question: Readonly<Record<'title' | 'text' | 'ok' | 'cancel', string>>
  onOk: () => Promise<unknown>
}

function AskingButton({ action, question, onOk }: Asking) {
  const { modal } = App.useApp()
  const ask = () =>
    modal.confirm({
      title: question.title,
      content: question.text,
      okText: question.ok,
      cancelText: question.cancel,
      okButtonProps: { danger: true },
      afterClose: refocus,
      onOk,
    })
  return (
    <Button danger onClick={ask}>
      {action}
    </Button>
  )
}
