import { showNotice } from '@ce/ui/notices.ts'
import { type CallEvent, onCallEvent, withRequestNumber } from './answers.ts'
import { CallOffline, CallRefused } from './call.ts'

/** Milliseconds an error stays visible (docs/rules/screens.md#notices). */
const errorDurationMs = 5000

const showError = (text: string) =>
  showNotice({ kind: 'error', title: '错误', text, durationMs: errorDurationMs, closable: false })

interface SessionAtHand {
  token: () => string | undefined
  /** Ends the session and redirects to the login. */
  over: () => void
}

/** Shows failed calls (docs/rules/screens.md#notices). @returns a function that stops watching */
export function watchCalls(session: SessionAtHand): () => void {
  let told: string | undefined
  return onCallEvent((event) => {
    if (event.kind === 'failed') showError(failedWords(event))
    if (event.kind !== 'expired') return
    if (event.token && session.token() !== event.token) return
    showError('身份验证已过期，请重新登录')
    if (!event.token || told === event.token) return
    told = event.token
    session.over()
  })
}

/** Shows the server's own message for 429 and 503, because it says what to do. */
function failedWords({ status, msg, requestId }: Extract<CallEvent, { kind: 'failed' }>): string {
  return (status === 429 || status === 503) && msg ? msg : withRequestNumber('服务器出错，请联系管理员', requestId)
}

export function showWriteError(error: Error): void {
  if (error instanceof CallRefused || error instanceof CallOffline)
    showNotice({ kind: 'error', title: '操作没有完成', text: error.message })
}
