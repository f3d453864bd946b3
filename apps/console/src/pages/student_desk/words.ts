import type {
  Student,
  StudentHead,
  StudentMerge,
  StudentYear,
} from '@ce/client/staff/student_desk.ts'
import type { StatusKind } from '@ce/ui/StatusMark.tsx'

type Words<Code extends string> = Readonly<Record<Code, { label: string; kind: StatusKind }>>

export const stateWords: Words<StudentHead['state']> = {
  ACTIVE: { label: '正常', kind: 'done' },
  LOCKED: { label: '暂时锁定', kind: 'warning' },
  CLOSED: { label: '已关闭', kind: 'locked' },
}

export const signWords: Words<NonNullable<StudentYear['signState']>> = {
  UNPAID: { label: '待缴费', kind: 'todo' },
  STUDYING: { label: '学习中', kind: 'doing' },
  COMPLETED: { label: '已完成', kind: 'done' },
  EXPIRED: { label: '已过期', kind: 'error' },
  CANCELLED: { label: '已取消', kind: 'locked' },
  REFUNDED: { label: '已退款', kind: 'locked' },
}

export const proofWords: Words<StudentYear['proofState']> = {
  INCOMPLETE: { label: '未达标', kind: 'todo' },
  ISSUED: { label: '有效', kind: 'done' },
  REVOKED: { label: '已撤销', kind: 'error' },
}

export const mergeWords: Words<StudentMerge['state']> = {
  PROPOSED: { label: '待确认', kind: 'warning' },
  DONE: { label: '已合并', kind: 'done' },
  REJECTED: { label: '已驳回', kind: 'locked' },
  WITHDRAWN: { label: '申请人已撤回', kind: 'todo' },
}

export const alikeWords: Readonly<Record<Student['alike'][number]['alike'][number], string>> = {
  NAME: '姓名相同',
  ID_TAIL: '证件号末六位相同',
  CERTIFICATE: '证书编号末八位相同',
}

const events: Readonly<Record<string, string>> = {
  LOGIN: '登录',
  LOGIN_FAILED: '登录失败：密码不对',
  LOGOUT: '退出登录',
  REGISTER: '注册',
  PASSWORD_CHANGED: '修改密码',
  PHONE_CHANGED: '修改手机号',
  PROFILE_CHANGED: '修改资料',
  PASSWORD_RESET: '工作人员重置密码',
  UNLOCKED: '工作人员解除锁定',
  SESSIONS_ENDED: '工作人员结束登录',
  PERSON_CORRECTED: '工作人员更正资料',
  MERGED: '账号合并',
  DATA_EXPORTED: '申请个人信息副本',
  CAMERA_WITHDRAWN: '撤回摄像头核验同意',
  EMAIL_AGREED: '同意用邮件接收通知',
  EMAIL_WITHDRAWN: '不再用邮件接收通知',
  SMS_AGREED: '同意用短信接收通知',
  SMS_WITHDRAWN: '不再用短信接收通知',
  CLOSING_ASKED: '申请注销账号',
  CLOSING_TAKEN_BACK: '撤回注销申请',
  ACCOUNT_ERASED: '账号已注销',
}

/** An event of the security log in Chinese; its code when this version does not know it. */
export function eventWords(event: string): string {
  return events[event] ?? event
}

interface Told {
  name: string
  idNoMasked: string
}

/** What says that two accounts are two people's; empty when nothing does. */
export function differenceWords(one: Told, other: Told): string {
  const differ = [
    ...(one.name === other.name ? [] : ['姓名']),
    ...(one.idNoMasked === other.idNoMasked ? [] : ['证件号']),
  ]
  return differ.length > 0
    ? `两个账号的${differ.join('、')}不同，请先确认是同一个人；合并后不能撤回。`
    : ''
}
