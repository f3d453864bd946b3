import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { onDeviceWake } from '@ce/client/device-wake.ts'
import { formatDateTime } from '@ce/client/format.ts'
import {
  type OutsideChannel,
  outsideChannelsQuery,
  useAgreeToEmailMessages,
  useAgreeToSmsMessages,
  useSendEmailCode,
  useWithdrawOutsideConsent,
} from '@ce/client/message.ts'
import { messageKindLabels } from '@ce/client/message-text.ts'
import { oneTimeCode, sixDigitRule } from '@ce/client/one-time-code.ts'
import { withoutSpaces } from '@ce/client/typed-text.ts'
import { messageAgreeEmailLimits } from '@ce/contract/generated/learner-limits'
import { emailRule } from '@ce/contract/person'
import { Button } from '@ce/ui/Button.tsx'
import { DatedText } from '@ce/ui/Dated.tsx'
import { Dialog } from '@ce/ui/Dialog.tsx'
import { firstProblem, matchesRule, notBlank } from '@ce/ui/form/checks.ts'
import { FieldsForm } from '@ce/ui/form/FieldsForm.tsx'
import form from '@ce/ui/form/form.module.css'
import { TextField } from '@ce/ui/form/inputs.tsx'
import { showNotice } from '@ce/ui/notices.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import card from '../../components/card.module.css'
import { useScrollToHash } from '../../components/use-scroll-to-hash.ts'
import { useFields } from '../../form/use-fields.ts'
import classes from './Privacy.module.css'

/** Shows nothing when the portal has neither e-mail nor SMS. */
export function OutsideMessagesSection() {
  const query = useQuery(outsideChannelsQuery())
  if (query.isPending || query.data?.channels.length === 0) return null
  if (query.data) return <Channels channels={query.data.channels} />
  return (
    <section className={card.card} aria-labelledby="ways">
      <h2 id="ways">接收方式</h2>
      <QueryContent query={query}>{() => null}</QueryContent>
    </section>
  )
}

const kinds = Object.values(messageKindLabels).join('、')

function Channels({ channels }: { channels: readonly OutsideChannel[] }) {
  const heading = useScrollToHash('outside')
  return (
    <section className={card.card} aria-labelledby="outside">
      <h2 id="outside" ref={heading} className={classes.named} tabIndex={-1}>
        邮件与短信通知
      </h2>
      <p>
        站内消息（{kinds}
        ）可以同时发到站外。自愿开通，随时可以停止；停止后立即不再发送，等待发送的也一并取消。
      </p>
      <ul className={classes.rows}>
        {channels.map((channel) => (
          <Channel key={channel.channel} outside={channel} />
        ))}
      </ul>
    </section>
  )
}

const channelWords: Readonly<
  Record<OutsideChannel['channel'], { name: string; what: string; agree: string; stopped: string }>
> = {
  EMAIL: {
    name: '邮件',
    what: '发送通知的标题和内容。',
    agree: '开通邮件通知',
    stopped: '不再发送邮件',
  },
  SMS: {
    name: '短信',
    what: '只提示有哪一类通知，内容登录后查看；22:00 至次日 8:00 不发送。',
    agree: '同意并开通短信通知',
    stopped: '不再发送短信',
  },
}

function Channel({ outside: { channel, agreedAt, to } }: { outside: OutsideChannel }) {
  const words = channelWords[channel]
  const agreeToSms = useAgreeToSmsMessages()
  const withdraw = useWithdrawOutsideConsent()
  const [asking, setAsking] = useState(false)
  const busy = agreeToSms.isPending || withdraw.isPending
  const told = (title: string) => ({
    onSuccess: () => showNotice({ kind: 'success', title }),
  })
  const agree = () => (channel === 'EMAIL' ? setAsking(true) : agreeToSms.mutate({}, told('已开通短信通知')))
  const where = channel === 'SMS' ? `登录手机号 ${to}` : to
  return (
    <li>
      <div>
        <h3>
          {words.name} <StatusMark kind={agreedAt ? 'done' : 'todo'}>{agreedAt ? '已开通' : '未开通'}</StatusMark>
        </h3>
        <p>{words.what}</p>
        <p className={card.quiet}>
          <DatedText>{[where, agreedAt && `${formatDateTime(agreedAt)} 同意`].filter(Boolean).join('，')}</DatedText>
        </p>
      </div>
      <div className={card.tools}>
        {agreedAt && channel === 'EMAIL' && (
          <Button kind="quiet" onClick={agree}>
            更换邮箱
          </Button>
        )}
        {agreedAt ? (
          <Button
            kind="quiet"
            busy={busy}
            aria-label={`停止接收${words.name}`}
            onClick={() => withdraw.mutate({ channel }, told(words.stopped))}
          >
            停止接收
          </Button>
        ) : (
          <Button kind="quiet" busy={busy} onClick={agree}>
            {words.agree}
          </Button>
        )}
      </div>
      {asking && <EmailDialog onClose={() => setAsking(false)} />}
    </li>
  )
}

function EmailDialog({ onClose }: { onClose: () => void }) {
  const fields = useFields(
    { email: '', code: '' },
    {
      email: firstProblem(notBlank('请填写邮箱'), matchesRule(emailRule)),
      code: firstProblem(notBlank('请填写验证码'), matchesRule(sixDigitRule('验证码'))),
    },
    { draft: 'email consent', limits: { email: messageAgreeEmailLimits.email }, notKept: ['code'] },
  )
  const [unsent, setUnsent] = useState<string | null>(null)
  const sendCode = useSendEmailCode()
  const agree = useAgreeToEmailMessages()
  const wait = useWait()
  const email = fields.values.email.trim()
  const send = async () => {
    setUnsent(null)
    try {
      wait.begin((await sendCode.mutateAsync({ email })).waitSeconds)
      showNotice({ kind: 'success', title: '验证码已发送', text: '请到邮箱查收。' })
    } catch (error) {
      setUnsent(fields.refuse(error))
    }
  }
  const submit = async ({ code }: typeof fields.values) => {
    setUnsent(null)
    await agree.mutateAsync({ email, code })
    showNotice({ kind: 'success', title: '已开通邮件通知' })
    onClose()
  }
  const again = wait.begun ? '重新发送' : '发送验证码'
  return (
    <Dialog form open title="用邮件接收通知" onClose={onClose}>
      <FieldsForm fields={fields} action="同意并开通" submit={submit}>
        <p>邮件里有通知的标题和内容。验证码发到这个邮箱，确认是您本人的。</p>
        <TextField
          of={fields}
          name="email"
          label="邮箱"
          required
          type="email"
          autoComplete="email"
          normalize={withoutSpaces}
        />
        <div role="alert">{unsent && <p className={form.refusal}>{unsent}</p>}</div>
        <Button
          kind="quiet"
          busy={sendCode.isPending}
          disabled={wait.seconds > 0 || !emailRule.pattern.test(email)}
          onClick={() => void send()}
        >
          {wait.seconds > 0 ? `${wait.seconds} 秒后可重发` : again}
        </Button>
        <TextField
          of={fields}
          name="code"
          label="验证码"
          required
          hint="6 位数字，10 分钟内有效"
          {...oneTimeCode}
          normalize={withoutSpaces}
        />
      </FieldsForm>
    </Dialog>
  )
}

/** Seconds until another verification code may be requested. */
function useWait() {
  const [begun, setBegun] = useState(false)
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (seconds <= 0) return
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000)
    return () => clearTimeout(timer)
  }, [seconds])
  // End the wait after the device slept: only the server knows the remaining time, and it refuses early requests.
  useEffect(() => onDeviceWake(() => setSeconds(0)), [])
  const begin = (wait: number) => {
    setBegun(true)
    setSeconds(wait)
  }
  return { begun, seconds, begin }
}
