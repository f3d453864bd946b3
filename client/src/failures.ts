import { showNotice } from '@ce/ui/notices.ts'
import { type CallEvent, onCallEvent, withRequestNumber } from './answers.ts'
import { CallOffline, CallRefused } from './call.ts'

/** specification §9 */
const errorDurationMs = 5000

const showError = (text: string) =>
  showNotice({ kind: 'error', title: '错误', text, durationMs: errorDurationMs, closable: false })

interface SessionAtHand {
  /** the token of now */
  token: () => string | undefined
  /** the server no longer knows it: end it and lead to the login */
  over: () => void
}

/** The error catalogue of specification §8, for whatever call fails. @returns stops it */
export function watchCalls(session: SessionAtHand): () => void {
  let told: string | undefined
  return onCallEvent((event) => {
    if (event.kind === 'failed') showError(failedWords(event))
    if (event.kind !== 'expired') return
    // the answer to a session that has been ended or replaced since says nothing of the present
    if (event.token && session.token() !== event.token) return
    showError('身份验证已过期，请重新登录')
    if (!event.token || told === event.token) return
    told = event.token
    session.over()
  })
}

/** Too often and too busy are no faults of the server's: its own words say what to do. */
function failedWords({ status, msg, requestId }: Extract<CallEvent, { kind: 'failed' }>): string {
  return (status === 429 || status === 503) && msg
    ? msg
    : withRequestNumber('服务器出错，请联系管理员', requestId)
}

/** Says why a write was not done, where the page does not say it itself. HTTP errors have been told already. */
export function showWriteError(error: Error): void {
  if (error instanceof CallRefused || error instanceof CallOffline)
    showNotice({ kind: 'error', title: '操作没有完成', text: error.message })
}
