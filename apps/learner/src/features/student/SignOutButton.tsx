import { withLoadingOverlay } from '@ce/client/busy.ts'
import { formatDuration } from '@ce/client/format.ts'
import { signOutStudent } from '@ce/client/logout.ts'
import { type PendingRequests, sendPendingRequests } from '@ce/client/pending-requests.ts'
import { forgetPersonalQueries } from '@ce/client/query.ts'
import { readSession } from '@ce/client/session.ts'
import { buttonClass } from '@ce/ui/Button.tsx'
import { ConfirmDialog } from '@ce/ui/Dialog.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { NavigationIcon } from '../../shells/icons.tsx'

const leaveWords = {
  title: '确认退出系统？',
  text: '退出后将返回官网首页',
  ok: '确认退出',
  cancel: '再想想',
} as const

const lossWords = (unsent: string) => ({
  title: '还有记录没有上传，现在退出会丢失',
  text: `${unsent}还没有传到服务器。请等网络恢复后再退出；仍要退出，这些记录将从本机删除，无法找回。`,
  ok: '放弃记录并退出',
  cancel: '暂不退出，等待上传',
})

/** Confirms the sign-out (docs/rules/accounts.md#sessions), and again if unsaved input would be lost. */
export function SignOutButton({ className }: { className?: string | undefined }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const [lost, setLost] = useState<string | null>(null)
  const leave = async () => {
    // Cancel running queries, because the server would refuse them after the sign-out.
    await client.cancelQueries()
    await withLoadingOverlay(signOutStudent())
    await navigate(paths.home())
    // Other people may use this device, so no personal data may stay.
    forgetPersonalQueries(client)
  }
  const leaveUnlessLost = async () => {
    setAsking(false)
    const student = readSession()?.userInfo.id
    const unsent = student ? await withLoadingOverlay(sendPendingRequests(student)) : null
    if (unsent && unsent.seconds + unsent.answers > 0) setLost(unsentWords(unsent))
    else await leave()
  }
  return (
    <>
      <button
        type="button"
        className={className ?? buttonClass('quiet')}
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      >
        {className && <NavigationIcon name="leave" />}
        退出登录
      </button>
      <ConfirmDialog open={asking} words={leaveWords} onOk={leaveUnlessLost} onClose={() => setAsking(false)} />
      <ConfirmDialog
        open={lost !== null}
        words={lossWords(lost ?? '')}
        danger
        onOk={leave}
        onClose={() => setLost(null)}
      />
    </>
  )
}

function unsentWords({ seconds, answers }: PendingRequests): string {
  return [seconds > 0 && `${formatDuration(seconds)}学习记录`, answers > 0 && `${answers} 题考试作答`]
    .filter(Boolean)
    .join('和 ')
}
