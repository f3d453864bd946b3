import { useAgreeToEmail, useSendEmailCode } from '@ce/client/message.ts'
import { onWake } from '@ce/client/wake.ts'
import { emailRule } from '@ce/contract/person'
import { showNotice } from '@ce/ui/notices.ts'
import { useEffect, useState } from 'react'

/** Proves an address: a code is sent there, and comes back typed. */
export function useEmailConsent() {
  const sendCode = useSendEmailCode()
  const agree = useAgreeToEmail()
  const [sent, setSent] = useState(false)
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (seconds <= 0) return
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000)
    return () => clearTimeout(timer)
  }, [seconds])
  // how long it still is after sleep only the server knows, which refuses whoever asks too early
  useEffect(() => onWake(() => setSeconds(0)), [])
  return {
    code: {
      text: codeButton(sent, seconds),
      busy: sendCode.isPending,
      /** an address stands there, and the last code is a while ago */
      possible: (email: string) => seconds <= 0 && emailRule.pattern.test(email.trim()),
      /** Throws what the server refuses. */
      send: async (email: string) => {
        const { waitSeconds } = await sendCode.mutateAsync({ email: email.trim() })
        setSent(true)
        setSeconds(waitSeconds)
        showNotice({ kind: 'success', title: '验证码已发送', text: '请到邮箱查收。' })
      },
    },
    agree: async ({ email, code }: { email: string; code: string }) => {
      await agree.mutateAsync({ email: email.trim(), code })
      showNotice({ kind: 'success', title: '已开通邮件通知' })
    },
  }
}

function codeButton(sent: boolean, seconds: number): string {
  if (seconds > 0) return `${seconds} 秒后可重发`
  return sent ? '重新发送' : '发送验证码'
}
