import {
  type EmployerMember,
  type EmployerPlan,
  refetchEmployerMembers,
  useCreateEmployerOrder,
  useExportMembers,
  useWithdrawMembers,
} from '@ce/client/employer.ts'
import { formatFen, formatPrice } from '@ce/client/format.ts'
import type { PayType } from '@ce/client/payment/channels.ts'
import { usePayType } from '@ce/client/payment/use-pay-type.ts'
import { decodeBase64, saveFile } from '@ce/client/save-as.ts'
import { canMemberBeOrdered } from '@ce/contract/member-states'
import { payTypeNames } from '@ce/contract/state-names'
import { showNotice } from '@ce/ui/notices.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Radio } from 'antd'
import { useRef, useState } from 'react'
import { useConfirm } from '../../kit/confirm.ts'
import { EmployerPayDialog } from './EmployerPayDialog.tsx'
import classes from './Invitation.module.css'
import { memberNamesText, orderObstacleText } from './labels.ts'
import type { PayableEmployerOrder } from './use-employer-channels.ts'

interface MemberActsProps {
  plan: EmployerPlan
  payTypes: readonly PayType[]
  ticked: EmployerMember[]
  onTicked: (members: EmployerMember[]) => void
}

export function MemberActions({ plan, payTypes, ticked, onTicked }: MemberActsProps) {
  const { choices, payType, pick } = usePayType(payTypes)
  const [paying, setPaying] = useState<PayableEmployerOrder | null>(null)
  const orderButton = useRef<HTMLButtonElement>(null)
  const { order, withdraw, busy } = useActs({
    ...{ plan, ticked, payType, offered: payTypes.includes(payType) },
    onDone: () => onTicked([]),
    onOrder: setPaying,
  })
  const ready = ticked.filter(({ state }) => canMemberBeOrdered(state))
  const orderable = ticked.length > 0 && ready.length === ticked.length
  const keepReady = () => {
    onTicked(ready)
    requestAnimationFrame(() => orderButton.current?.focus())
  }
  return (
    <section className={classes.bar} aria-label="对选中的人员">
      <Button ref={orderButton} type="primary" disabled={!orderable} loading={busy} onClick={order}>
        为选中的 {ticked.length} 人下单
      </Button>
      {choices.length > 0 && (
        <Radio.Group
          aria-label="支付方式"
          value={payType}
          onChange={(event) => pick(event.target.value)}
          options={choices.map((value) => ({ value, label: payTypeNames[value] }))}
        />
      )}
      <Button disabled={ticked.length === 0} onClick={withdraw}>
        移出名单…
      </Button>
      <ExportMembers planId={plan.id} />
      <span className={classes.hint} role="status">
        {hintOf(ticked, plan)}
      </span>
      {ready.length > 0 && !orderable && <Button onClick={keepReady}>只留可下单的 {ready.length} 人</Button>}
      {paying && (
        <EmployerPayDialog key={paying.orderNo} order={paying} onOrder={setPaying} onClose={() => setPaying(null)} />
      )}
    </section>
  )
}

function hintOf(ticked: EmployerMember[], plan: EmployerPlan): string {
  if (ticked.length === 0) return '勾选已确认的人员，一起下单'
  return orderObstacleText(ticked) || `合计 ${formatPrice(plan.price * ticked.length)}`
}

function sumWords({ title, price }: EmployerPlan, count: number): string {
  return `${title}，每人 ${formatFen(price)}，合计 ${formatFen(price * count)}。订单待支付期间，名单上的学员不能自行缴费。`
}

function uncheckedWords(unchecked: EmployerMember[]): string {
  const names = unchecked.map(({ name, numberEnd }) => `${name}（尾号 ${numberEnd}）`).join('、')
  return `${names}：名单里没有证件号，只凭姓名和资格证书编号确认。编号由学员注册时自己填写，平台没有核对是否属于本人，请先向本人核实。也可以移出名单，写上证件号重新导入。`
}

interface Acts {
  plan: EmployerPlan
  payType: PayType
  offered: boolean
  ticked: EmployerMember[]
  /** Called after the action, to clear the selection. */
  onDone: () => void
  onOrder: (order: PayableEmployerOrder) => void
}

function useActs({ plan, payType, offered, ticked, onDone, onOrder }: Acts) {
  const confirm = useConfirm()
  const client = useQueryClient()
  const create = useCreateEmployerOrder()
  const off = useWithdrawMembers()
  const ids = ticked.map(({ id }) => id)
  const unchecked = ticked.filter(({ byCertificateOnly }) => byCertificateOnly)
  const vouchedFor = unchecked.map(({ id }) => id)
  const order = () =>
    confirm({
      title: `为 ${ids.length} 人下单？`,
      content: (
        <>
          <p>{memberNamesText(ticked)}</p>
          <p className={classes.more}>{sumWords(plan, ids.length)}</p>
          {offered && <p className={classes.more}>支付方式：{payTypeNames[payType]}</p>}
          {unchecked.length > 0 && <p className={classes.more}>{uncheckedWords(unchecked)}</p>}
        </>
      ),
      okText: unchecked.length > 0 ? '已向本人核实，提交订单' : '提交订单',
      cancelText: '再看看',
      onOk: async () => {
        const made = await create.mutateAsync({ ids, payType, vouchedFor }).catch(() => null)
        // Reload the list, because a member's state may have changed since it was loaded.
        if (!made) return refetchEmployerMembers(client)
        onDone()
        onOrder({ ...made, payType })
      },
    })
  const withdraw = () =>
    confirm({
      title: `把 ${ids.length} 人移出名单？`,
      content: '他们将看不到本单位的邀请；需要时可以重新导入。已下单的不能移出。',
      okText: '移出名单',
      danger: true,
      cancelText: '再想想',
      onOk: () => off.mutateAsync({ ids }).then(onDone, () => undefined),
    })
  return { order, withdraw, busy: create.isPending }
}

function ExportMembers({ planId }: { planId: string }) {
  const run = useExportMembers()
  const save = async () => {
    const { name, mime, content, exported } = await run.mutateAsync({ planId })
    saveFile(new Blob([decodeBase64(content)], { type: mime }), name)
    showNotice({ kind: 'success', title: `已导出 ${exported} 人` })
  }
  return (
    <Button loading={run.isPending} onClick={() => void save().catch(() => undefined)}>
      导出名单
    </Button>
  )
}
