import { App } from 'antd'
import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { lossWords, wouldLose } from './use-unsaved.ts'

/** Asks before a page is left on which something would be lost. */
export function LossGuard() {
  const { modal } = App.useApp()
  const blocker = useBlocker(wouldLose)
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const asked = modal.confirm({
      title: '放弃没有保存的修改？',
      content: lossWords(),
      okText: '放弃修改并离开',
      okButtonProps: { danger: true },
      cancelText: '留在这里',
      onOk: () => blocker.proceed(),
      onCancel: () => blocker.reset(),
    })
    return () => asked.destroy()
  }, [blocker, modal])
  return null
}
