import type { NewMessage } from '../../message/service.ts'
import type { PersonCorrection } from '../../student/service/account.ts'

/** The event key contains the time. Reasons appear only in the audit log, because they may concern other people. */
function about(studentId: string, what: string, at: Date | string) {
  const event = `account.${what}:${typeof at === 'string' ? at : at.toISOString()}`
  return { studentId, kind: 'ACCOUNT', event, link: '/system/profile' } as const
}

export function accountUnlockedMessage(studentId: string, at: Date): NewMessage {
  return {
    ...about(studentId, 'unlocked', at),
    title: '账号锁定已解除',
    body: '工作人员已解除您账号的登录锁定，可以正常登录，密码不变。如果不是您本人要求的，请修改密码。',
  }
}

export function sessionsEndedMessage(studentId: string, count: number, at: Date): NewMessage {
  return {
    ...about(studentId, 'sessionsEnded', at),
    link: '/system/profile?activeName=2',
    title: '已被退出登录',
    body: `工作人员已让您的账号从 ${count} 处登录中退出，需要时请重新登录。如果怀疑他人使用了您的账号，请修改密码。`,
  }
}

const fieldNames: Record<keyof PersonCorrection, string> = {
  name: '姓名',
  idType: '证件类型',
  idNo: '证件号',
  phone: '手机号',
  certificateNo: '资格证书编号',
}

/** The message names the fields without values, because it is also sent by e-mail. */
export function personCorrectedMessage(
  studentId: string,
  { changed, reissued }: { changed: readonly (keyof PersonCorrection)[]; reissued: boolean },
  at: Date,
): NewMessage {
  const fields = changed.map((field) => fieldNames[field])
  const signIn = changed.includes('phone') || changed.includes('idNo')
  return {
    ...about(studentId, 'corrected', at),
    link: '/system/profile?activeName=1',
    title: `${fields.join('、')}已更正`,
    body: [
      `工作人员更正了您的${fields.join('、')}，请在账号资料中核对。`,
      ...(signIn ? ['今后请用新的号码登录。'] : []),
      ...(reissued ? ['已有的学时证明已按新资料换发，请重新下载。'] : []),
      '如有不符，请联系客服。',
    ].join(''),
  }
}

/**
 * The account that continues gets the message. `restarted` courses were studied by both accounts at the same time.
 */
export function accountsMergedMessage(
  studentId: string,
  merge: { id: string; closedPhone: string; restarted: number },
): NewMessage {
  const { id, closedPhone, restarted } = merge
  const again = restarted > 0 ? `两个账号同时学习过的 ${restarted} 门课程须重新学习，已得学时不受影响。` : ''
  return {
    ...about(studentId, 'merged', id),
    link: '/system/my-courses',
    title: '您的两个账号已合并',
    body: `手机号为 ${closedPhone} 的账号已并入本账号，其报名、订单、学时和学时证明请在本账号查看。${again}原账号不能再登录，今后请用本账号的手机号或证件号登录。如有疑问，请联系客服。`,
  }
}
