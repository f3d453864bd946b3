import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { restoreFocus } from '@ce/client/components/restore-focus.ts'
import { deleteFormDraftsOf } from '@ce/client/form-draft.ts'
import { formatDateTime, formatFen, formatHours } from '@ce/client/format.ts'
import { type AccountClosingInfo, accountClosingQuery, useRequestAccountClosing } from '@ce/client/privacy.ts'
import { readSession } from '@ce/client/session.ts'
import { randomUuid } from '@ce/client/uuid.ts'
import { digestPassword } from '@ce/contract/password'
import { Alert } from '@ce/ui/Alert.tsx'
import { Button } from '@ce/ui/Button.tsx'
import { Dialog } from '@ce/ui/Dialog.tsx'
import { CheckboxField } from '@ce/ui/form/choices.tsx'
import { FieldsForm } from '@ce/ui/form/FieldsForm.tsx'
import { PasswordField, TextField } from '@ce/ui/form/inputs.tsx'
import { showNotice } from '@ce/ui/notices.ts'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import card from '../../components/card.module.css'
import { ownPasswordField, ownPasswordProblem } from '../../form/own-password.ts'
import { useFields } from '../../form/use-fields.ts'
import { CancelClosingButton } from './ClosingNotice.tsx'
import classes from './Privacy.module.css'

const erased = [
  '手机号、邮箱、地址、执业单位、学历等资料和头像',
  '考试抓拍、没有用上的佐证材料、站内消息、发票抬头、考试加时与自检记录',
  '全部登录；手机号和证件号可以重新注册',
]
const kept = [
  '学时台账、学时证明和支撑它们的学习、考试、减免记录：有学时的，姓名、证件号、资格证书编号一并保留；已公布的证明仍可查验',
  '订单、支付和发票：会计法规要求保存',
  '安全日志：网络安全法要求至少 180 天',
]
const confirmWords = '注销账号'

export function ClosingSection() {
  // Always refetch, because another screen may have removed an obstacle.
  const query = useQuery({ ...accountClosingQuery(), staleTime: 0 })
  return (
    <section className={`${card.card} ${classes.whole}`} aria-labelledby="closing">
      <h2 id="closing">注销账号</h2>
      <div className={classes.pair}>
        <div>
          <h3>立即删除</h3>
          <Points of={erased} />
        </div>
        <div>
          <h3>依法保留</h3>
          <Points of={kept} />
        </div>
      </div>
      <QueryContent query={query} skeleton={<Skeleton shape={['line', 'line']} />}>
        {(closing) =>
          closing.waiting ? <Waiting waiting={closing.waiting} of={closing} /> : <Ask closing={closing} />
        }
      </QueryContent>
    </section>
  )
}

function Points({ of }: { of: readonly string[] }) {
  return (
    <ul className={classes.points}>
      {of.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

function Ask({ closing }: { closing: AccountClosingInfo }) {
  const { coolingDays, obstacles } = closing
  const [asking, setAsking] = useState(false)
  return (
    <>
      {obstacles.length > 0 ? (
        <Alert kind="warning" title="现在还不能注销，请先办结：">
          <Points of={obstacles} />
        </Alert>
      ) : (
        <p>
          申请后有 {coolingDays} 天冷静期，期间账号照常使用，随时可以撤回；期满后执行，不能恢复，也不能再学习或退费。
        </p>
      )}
      <Losses of={closing} />
      <Button kind="danger" className={classes.act} disabled={obstacles.length > 0} onClick={() => setAsking(true)}>
        申请注销账号
      </Button>
      {asking && <CloseDialog closing={closing} onClose={() => setAsking(false)} />}
    </>
  )
}

/**
 * Lists what a closed account loses. Only an employer can request a refund of its order, and orders that gave hours are
 * not refundable.
 */
function Losses({ of: { losses, lost } }: { of: AccountClosingInfo }) {
  if (losses.length === 0) return null
  return (
    <Alert kind="warning" title={`注销后将失去已缴费、还没有学完的部分，折合 ${formatFen(lost)}`}>
      <Points of={losses.map(lossText)} />
      还没有取得学时的，可先在“我的订单”申请退款，退款到账后再申请注销；已取得学时的不能退款，单位代缴的由单位申请。
    </Alert>
  )
}

function lossText(loss: AccountClosingInfo['losses'][number]): string {
  const { year, title, paid, paidBy, hours, hoursLeft, left } = loss
  const who = paidBy ? `${paidBy}为您缴费` : '已缴费'
  return `${year} 年度（${title}）：${who} ${formatFen(paid)}，${formatHours(hours)} 学时中有 ${formatHours(hoursLeft)} 学时没有学完，折合 ${formatFen(left)}`
}

interface WaitingProps {
  waiting: NonNullable<AccountClosingInfo['waiting']>
  of: AccountClosingInfo
}

function Waiting({ waiting: { dueAt, held, askedAt }, of }: WaitingProps) {
  return (
    <>
      <Alert kind="warning" title={`账号将在 ${formatDateTime(dueAt)} 注销`}>
        {held
          ? `上次没有执行：${held}。办结后自动注销，也可以撤回申请。`
          : `您在 ${formatDateTime(askedAt)} 申请。期满之前可以撤回，账号和数据都不受影响。`}
      </Alert>
      <Losses of={of} />
      <div>
        <CancelClosingButton kind="primary" onKept={restoreFocus} />
      </div>
    </>
  )
}

function CloseDialog({ closing, onClose }: { closing: AccountClosingInfo; onClose: () => void }) {
  const { coolingDays, losses, lost } = closing
  // Keep the id, so that a repeated press sends the same request.
  const [id] = useState(randomUuid)
  const close = useRequestAccountClosing()
  const fields = useFields(
    // If nothing is lost, no tick is needed.
    { lost: losses.length === 0, password: '', confirm: '' },
    {
      lost: (ticked) => (ticked ? null : '请核对金额后勾选确认'),
      password: ownPasswordProblem,
      confirm: (typed) => (typed === confirmWords ? null : `请输入“${confirmWords}”`),
    },
  )
  const send = async ({ password }: typeof fields.values) => {
    await close.mutateAsync({
      id,
      password: digestPassword(password),
      confirm: confirmWords,
      lost,
    })
    const student = readSession()?.userInfo.id
    if (student) deleteFormDraftsOf(student)
    showNotice({ kind: 'success', title: '已申请注销', text: `${coolingDays} 天内可以随时撤回。` })
    onClose()
  }
  return (
    <Dialog form open title="申请注销账号" onClose={onClose}>
      <FieldsForm fields={fields} action="申请注销" danger submit={send}>
        <p>期满后手机号、资料、照片和登录都会删除，不能恢复。需要留存的，请先下载个人信息副本和学时证明。</p>
        {losses.length > 0 && (
          <>
            <Points of={losses.map(lossText)} />
            <CheckboxField
              of={fields}
              name="lost"
              label={`我知道注销后不能再学，放弃没有学完的部分（折合 ${formatFen(lost)}）`}
            />
          </>
        )}
        <PasswordField of={fields} {...ownPasswordField} />
        <TextField of={fields} name="confirm" label={`请输入“${confirmWords}”以确认`} required autoComplete="off" />
      </FieldsForm>
    </Dialog>
  )
}
