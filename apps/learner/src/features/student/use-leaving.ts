import { whileBusy } from '@ce/client/busy.ts'
import { formatDuration } from '@ce/client/format.ts'
import { logout } from '@ce/client/logout.ts'
import { forgetPerson } from '@ce/client/query.ts'
import { readSession } from '@ce/client/session.ts'
import { sendUnsent, type Unsent } from '@ce/client/unsent.ts'
import { useQueryClient } from '@tanstack/react-query'

interface Leaving {
  /** Clears the session and then opens the home page (specification §2 Dialogs). */
  leave: () => Promise<void>
  /** Leaves, unless what the server could not be told would be lost: then says what, and does not. */
  leaveUnlessLost: () => Promise<string | null>
}

/** Signing out. `goHome` opens the home page: on a device of many people nothing of a person may stay. */
export function useLeaving(goHome: () => Promise<void>): Leaving {
  const client = useQueryClient()
  const leave = async () => {
    await whileBusy(logout())
    await goHome()
    forgetPerson(client)
  }
  const leaveUnlessLost = async () => {
    const student = readSession()?.userInfo.id
    const unsent = student ? await whileBusy(sendUnsent(student)) : nothing
    if (unsent.seconds + unsent.answers > 0) return wordsOf(unsent)
    await leave()
    return null
  }
  return { leave, leaveUnlessLost }
}

/** What the dialogs of signing out say (specification §2). */
export const leavingWords = {
  title: '确认退出系统？',
  text: '退出后将返回官网首页',
  stay: '再想想',
  leave: '确认退出',
  lostTitle: '还有记录没有上传，现在退出会丢失',
  lostText: (lost: string) =>
    `${lost}还没有传到服务器。请等网络恢复后再退出；仍要退出，这些记录将从本机删除，无法找回。`,
  wait: '暂不退出，等待上传',
  giveUp: '放弃记录并退出',
} as const

const nothing: Unsent = { seconds: 0, answers: 0 }

function wordsOf({ seconds, answers }: Unsent): string {
  const parts = [
    ...(seconds > 0 ? [`${formatDuration(seconds)}学习记录`] : []),
    ...(answers > 0 ? [`${answers} 题考试作答`] : []),
  ]
  return parts.join('和 ')
}
