import { formatDateTime } from '@ce/client/format.ts'
import { type Closing, closingQuery, useKeepAccount } from '@ce/client/privacy.ts'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Card } from 'antd'
import { useState } from 'react'
import { CloseDialog } from './CloseDialog.tsx'
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

/** Closing the account: what it means, what hinders it, and the way back. */
export function ClosingCard() {
  // fresh: what hinders it may have been settled on another page
  const query = useQuery({ ...closingQuery(), staleTime: 0 })
  return (
    <Card title={<h2>注销账号</h2>}>
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
      <Loaded query={query} skeleton={<Skeleton shape={['line', 'line']} />}>
        {(closing) => (closing.waiting ? <Waiting closing={closing} /> : <Ask closing={closing} />)}
      </Loaded>
    </Card>
  )
}

function Points({ of }: { of: readonly string[] }) {
  return (
    <ul className={classes.list}>
      {of.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

function Ask({ closing: { coolingDays, obstacles } }: { closing: Closing }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      {obstacles.length > 0 ? (
        <Alert
          className={classes.gap}
          type="warning"
          showIcon
          title="现在还不能注销，请先办结："
          description={<Points of={obstacles} />}
        />
      ) : (
        <p className={classes.text}>
          申请后有 {coolingDays}{' '}
          天冷静期，期间账号照常使用，随时可以撤回；期满后执行，不能恢复，也不能再学习或退费；需要退费的，请先在“我的订单”申请退款。
        </p>
      )}
      <Button danger disabled={obstacles.length > 0} onClick={() => setAsking(true)}>
        申请注销账号
      </Button>
      {asking && <CloseDialog coolingDays={coolingDays} onClose={() => setAsking(false)} />}
    </>
  )
}

function Waiting({ closing: { waiting } }: { closing: Closing }) {
  const keep = useKeepAccount()
  if (!waiting) return null
  return (
    <>
      <Alert
        className={classes.gap}
        type="warning"
        showIcon
        title={`账号将在 ${formatDateTime(waiting.dueAt)} 注销`}
        description={
          waiting.held
            ? `上次没有执行：${waiting.held}。办结后自动注销，也可以撤回申请。`
            : `您在 ${formatDateTime(waiting.askedAt)} 申请。期满之前可以撤回，账号和数据都不受影响。`
        }
      />
      <Button type="primary" loading={keep.isPending} onClick={() => keep.mutate({})}>
        撤回申请，继续使用
      </Button>
    </>
  )
}
