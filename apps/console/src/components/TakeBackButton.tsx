import { refocus } from '@ce/client/components/refocus.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { App, Button } from 'antd'

interface TakeBackButtonProps {
  /** 处置申请, 核查建议 … */
  what: string
  /** whom or what it is about, for who hears the buttons of a list */
  about?: string
  /** what is so afterwards */
  content: string
  size?: 'small' | 'middle'
  /** what went wrong is shown by the call */
  takeBack: () => Promise<unknown>
}

/** Takes one's own wish back, which nobody has decided, after a question. */
export function TakeBackButton({ what, about, content, size, takeBack }: TakeBackButtonProps) {
  const { modal } = App.useApp()
  const ask = () =>
    modal.confirm({
      title: `撤回${what}？`,
      content,
      okText: '撤回',
      cancelText: '再想想',
      afterClose: refocus,
      onOk: () =>
        takeBack().then(
          () => showNotice({ kind: 'success', title: `已撤回${what}` }),
          () => undefined,
        ),
    })
  return (
    <Button size={size} onClick={ask} {...(about ? { 'aria-label': `撤回…：${about}` } : {})}>
      撤回…
    </Button>
  )
}
