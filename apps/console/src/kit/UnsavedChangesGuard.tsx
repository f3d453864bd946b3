import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { useConfirmInputLoss } from './confirm.ts'
import { pageInputLosses, shouldBlockNavigation } from './losses.ts'

/** Asks before the user leaves a page with unsaved input. */
export function UnsavedChangesGuard() {
  const askLoss = useConfirmInputLoss()
  const blocker = useBlocker(shouldBlockNavigation)
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const asked = askLoss({
      content: pageInputLosses.words(),
      okText: '放弃修改并离开',
      cancelText: '留在这里',
      onOk: () => blocker.proceed(),
      onCancel: () => blocker.reset(),
    })
    return () => asked.destroy()
  }, [blocker, askLoss])
  return null
}
