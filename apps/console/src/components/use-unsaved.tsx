import { App } from 'antd'
import { useEffect } from 'react'
import { type Location, useBlocker } from 'react-router'

/**
 * While `unsaved`, leaving the page asks first: within the console by a dialog, out of it by the browser's own.
 * A session that is over leaves without asking: there is nobody left who could save.
 */
export function useUnsaved(unsaved: boolean, what = '这个页面'): void {
  const { modal } = App.useApp()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved && currentLocation.pathname !== nextLocation.pathname && !sessionOver(nextLocation),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const asked = modal.confirm({
      title: '放弃没有保存的修改？',
      content: `${what}有修改还没有保存，离开后这些修改会丢失。`,
      okText: '放弃修改并离开',
      okButtonProps: { danger: true },
      cancelText: '留在这里',
      onOk: () => blocker.proceed(),
      onCancel: () => blocker.reset(),
    })
    return () => asked.destroy()
  }, [blocker, modal, what])
  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [unsaved])
}

function sessionOver({ state }: Location): boolean {
  return Boolean(state && typeof state === 'object' && 'sessionOver' in state)
}
