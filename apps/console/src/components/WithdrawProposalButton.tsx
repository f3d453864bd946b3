import { showNotice } from '@ce/ui/notices.ts'
import { Button } from 'antd'
import { useConfirm } from '../kit/confirm.ts'

interface TakeBackButtonProps {
  /** A note that another person decides the proposal. */
  note?: string
  /** What is withdrawn, as the object of the sentence, for example 处置申请 or 核查建议. */
  what: string
  about?: string
  content: string
  size?: 'small' | 'middle'
  takeBack: () => Promise<unknown>
}

/** Lets the proposer withdraw a proposal after a confirmation; a note may name who decides it. */
export function WithdrawProposalButton({ note, what, about, content, size, takeBack }: TakeBackButtonProps) {
  const confirm = useConfirm()
  const ask = () =>
    confirm({
      title: `撤回${what}？`,
      content,
      okText: '撤回',
      cancelText: '再想想',
      onOk: () =>
        takeBack().then(
          () => showNotice({ kind: 'success', title: `已撤回${what}` }),
          () => undefined,
        ),
    })
  return (
    <>
      {note && <span className="cell-note">{note}</span>}
      <Button size={size} onClick={ask} {...(about ? { 'aria-label': `撤回…：${about}` } : {})}>
        撤回…
      </Button>
    </>
  )
}
