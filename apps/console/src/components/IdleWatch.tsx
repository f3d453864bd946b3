import { watchIdleTime } from '@ce/client/staff/idle.ts'
import { endStaffSession } from '@ce/client/staff-session.ts'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { loginPath } from '../guard.ts'
import { Dialog } from '../kit/Dialog.tsx'

/** Warns before the session expires from inactivity, then opens the login page. */
export function IdleWatch() {
  const [left, setLeft] = useState<number | null>(null)
  const [over, setOver] = useState(false)
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => watchIdleTime(setLeft, () => setOver(true)), [])
  useEffect(() => {
    if (!over) return
    endStaffSession()
    void navigate(loginPath(pathname + search, 'idle'), {
      replace: true,
      state: { sessionOver: true },
    })
  }, [over, pathname, search, navigate])
  const minutes = Math.max(1, Math.ceil((left ?? 0) / 60_000))
  return (
    <Dialog
      open={left !== null && !over}
      title="还在使用吗？"
      footer={
        // Any click or key counts as activity and closes the dialog.
        <Button type="primary">继续使用</Button>
      }
    >
      已有一段时间没有操作。为安全起见，{minutes} 分钟内没有操作将自动退出，没有保存的修改会丢失。
    </Dialog>
  )
}
