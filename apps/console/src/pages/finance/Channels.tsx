import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { formatDateTime } from '@ce/client/format.ts'
import type { FinanceChannel, FinanceChannelCheck } from '@ce/client/staff/finance.ts'
import { paymentChannelsQuery, useCheckPaymentChannel } from '@ce/client/staff/finance.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import cards from '../../components/cards.module.css'
import { channelCheckSteps, channelKeyRoleNames } from './channel-labels.ts'
import classes from './Finance.module.css'
import { channelName } from './labels.ts'

/** Shows the results of the payment channel checks, which run at start, daily and on demand. */
export function PaymentChannels() {
  const query = useQuery(paymentChannelsQuery())
  return (
    <QueryContent query={query}>
      {({ list }) =>
        list.length === 0 ? (
          <EmptyState title="没有启用在线支付渠道">由平台运维配置微信支付或支付宝后，在这里查看自检结果。</EmptyState>
        ) : (
          <div className={classes.page}>
            {list.map((channel) => (
              <ChannelCard key={channel.channel} channel={channel} />
            ))}
          </div>
        )
      }
    </QueryContent>
  )
}

function ChannelCard({ channel: { channel, check } }: { channel: FinanceChannel }) {
  const name = channelName(channel)
  return (
    <section className={cards.card} aria-labelledby={`channel-${channel}`}>
      <div className={cards.head}>
        <h2 id={`channel-${channel}`}>{name}</h2>
        {check && <StatusMark kind={check.ok ? 'done' : 'error'}>{check.ok ? '自检通过' : '自检未通过'}</StatusMark>}
      </div>
      {check ? <Result check={check} /> : <p>还没有自检结果。</p>}
      <CheckButton channel={channel} name={name} />
    </section>
  )
}

function Result({ check }: { check: FinanceChannelCheck }) {
  const { at, checkedBy, keys } = check
  return (
    <>
      <p className={cards.hint}>
        {formatDateTime(at)} 由{checkedBy === 'system' ? '系统' : ` ${checkedBy} `}检查
      </p>
      <ul className={cards.rows} aria-label="检查项目">
        {channelCheckSteps(check).map(({ name, kind, label, advice }) => (
          <li key={name} className={classes.row}>
            <div>
              <p>{name}</p>
              {advice && <p className={cards.hint}>{advice}</p>}
            </div>
            <StatusMark kind={kind}>{label}</StatusMark>
          </li>
        ))}
      </ul>
      <h3>密钥与证书</h3>
      <p className={cards.hint}>与商户平台显示的编号核对；指纹是公钥的 SHA-256，不含私钥内容。</p>
      <ul className={cards.rows} aria-label="密钥与证书">
        {keys.map(({ role, id, fingerprint, until }) => (
          <li key={role + id + fingerprint} className={classes.row}>
            <div>
              <p>
                {channelKeyRoleNames[role]}
                {until && `，${formatDateTime(until)} 到期`}
              </p>
              {id && <p className={`cell-note ${classes.number}`}>编号 {id}</p>}
              <p className={`cell-note ${classes.number}`}>指纹 {fingerprint}</p>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

function CheckButton({ channel, name }: { channel: FinanceChannel['channel']; name: string }) {
  const mayCheck = usePermission('finance.resolve')
  const check = useCheckPaymentChannel()
  if (!mayCheck) return null
  const ask = async () => {
    const found = await check.mutateAsync({ channel })
    if (found.check?.ok) showNotice({ kind: 'success', title: `${name}自检通过` })
    else showNotice({ kind: 'info', title: `${name}自检未通过，请按检查项目处理` })
  }
  return (
    <div className={cards.buttons}>
      <Button
        aria-label={`立即自检：${name}`}
        loading={check.isPending}
        onClick={() => void ask().catch(() => undefined)}
      >
        立即自检
      </Button>
    </div>
  )
}

/** The other finance pages show this alert, because students may be unable to pay. */
export function ChannelAlert({ onOpen }: { onOpen: () => void }) {
  const { data } = useQuery(paymentChannelsQuery())
  const failing = data?.list.filter(({ check }) => check?.ok === false) ?? []
  if (failing.length === 0) return null
  const names = failing.map(({ channel }) => channelName(channel)).join('、')
  return (
    <Alert
      className={classes.above ?? ''}
      type="warning"
      showIcon
      title={`${names}自检未通过，学员可能无法支付。`}
      action={<Button onClick={onOpen}>查看支付渠道</Button>}
    />
  )
}
