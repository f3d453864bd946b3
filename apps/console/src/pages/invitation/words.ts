import type { EmployerOrder, ListField, MemberState } from '@ce/client/employer.ts'
import type { StatusKind } from '@ce/ui/StatusMark.tsx'

interface Words {
  label: string
  kind: StatusKind
}

/** All an employer is told of somebody; the export has the same words (server, invitation/service/export.ts). */
export const memberWords: Readonly<Record<MemberState, Words>> = {
  INVITED: { label: '待本人确认', kind: 'warning' },
  CONFIRMED: { label: '已确认，待缴费', kind: 'doing' },
  PENDING: { label: '订单待支付', kind: 'warning' },
  STUDYING: { label: '学习中', kind: 'doing' },
  COMPLETED: { label: '已完成', kind: 'done' },
  EXPIRED: { label: '学习已截止，未完成', kind: 'error' },
  DECLINED: { label: '本人已谢绝', kind: 'todo' },
  ELSEWHERE: { label: '已另行报名缴费', kind: 'todo' },
  REFUNDING: { label: '退款中', kind: 'doing' },
  REFUNDED: { label: '已退款', kind: 'todo' },
}

export const orderWords: Readonly<Record<EmployerOrder['status'], Words>> = {
  PENDING: { label: '待支付', kind: 'warning' },
  PAID: { label: '已支付', kind: 'done' },
  CLOSED: { label: '已关闭', kind: 'todo' },
  REFUNDING: { label: '退款中', kind: 'doing' },
  REFUNDED: { label: '已退款', kind: 'todo' },
}

export const payTypeWords: Readonly<Record<EmployerOrder['payType'], string>> = {
  WECHAT: '微信支付',
  ALIPAY: '支付宝',
  DEMO: '演示收银台',
  FREE: '免费',
}

export const fieldChoices: readonly { value: ListField; label: string }[] = [
  { value: 'NAME', label: '姓名' },
  { value: 'ID_NO', label: '证件号' },
  { value: 'CERTIFICATE_NO', label: '资格证书编号' },
  { value: 'PHONE', label: '手机号' },
]

/** What no column has been named for yet; empty when nothing. */
export function missingFields(mapping: readonly (ListField | null)[]): string {
  if (!mapping.includes('NAME')) return '还没有指定哪一列是姓名'
  const numbered = mapping.includes('ID_NO') || mapping.includes('CERTIFICATE_NO')
  return numbered ? '' : '还没有指定哪一列是证件号或资格证书编号'
}
