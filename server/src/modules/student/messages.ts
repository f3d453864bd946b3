import { maskPhone } from '../../platform/masked-numbers.ts'
import type { NewMessage } from '../message/service.ts'

/** The message warns the owner, because someone else may know the password. */
function about(studentId: string, what: string, at: Date) {
  return { studentId, kind: 'ACCOUNT', event: `account.${what}:${at.toISOString()}` } as const
}

export function passwordChangedMessage(studentId: string, at: Date): NewMessage {
  return {
    ...about(studentId, 'passwordChanged', at),
    link: '/system/profile?activeName=2',
    title: '登录密码已修改',
    body: '您的登录密码已修改，其他设备已退出登录。如果不是您本人操作，请立即联系客服。',
  }
}

/** The student gets the e-mail before signing in with the new password. */
export function passwordResetMessage(studentId: string, at: Date): NewMessage {
  return {
    ...about(studentId, 'passwordReset', at),
    link: '/system/profile?activeName=2',
    title: '登录密码已重置',
    body: '工作人员已为您重置登录密码，原密码失效，所有设备已退出登录。如果不是您本人要求的，请立即修改密码并联系客服。',
  }
}

/** The phone number is masked, because the message is also sent by e-mail. */
export function phoneChangedMessage(studentId: string, phone: string, at: Date): NewMessage {
  return {
    ...about(studentId, 'phoneChanged', at),
    link: '/system/profile?activeName=1',
    title: '手机号已修改',
    body: `您的手机号已改为 ${maskPhone(phone)}，今后请用新的手机号登录。如果不是您本人操作，请立即修改密码并联系客服。`,
  }
}
