export const securityEventNames = {
  LOGIN: '登录',
  LOGIN_FAILED: '登录失败：密码不对',
  ACCOUNT_LOCKED: '连续输错，暂时锁定',
  LOCKED_ATTEMPT: '锁定期间仍有人尝试',
  ADDRESS_REFUSED: '所在网络登录失败过多，暂停登录',
  PASSWORD_REFUSED: '操作时密码验证失败',
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
} as const

const ownAct = 'the student did it'
const byJob = 'a job tells of it once a day (message.tellLocked)'
const nothing = 'nothing changed'

/**
 * For each security event: true when the student gets a message in the same transaction, else a text that says why not.
 * The student is always told of acts that are possible with a stolen session.
 */
export const securityEventNotifications: Record<keyof typeof securityEventNames, true | string> = {
  LOGIN: ownAct,
  LOGIN_FAILED: nothing,
  ACCOUNT_LOCKED: byJob,
  LOCKED_ATTEMPT: byJob,
  ADDRESS_REFUSED: nothing,
  PASSWORD_REFUSED: nothing,
  LOGOUT: ownAct,
  REGISTER: ownAct,
  PASSWORD_CHANGED: true,
  PHONE_CHANGED: true,
  PROFILE_CHANGED: ownAct,
  PASSWORD_RESET: true,
  UNLOCKED: true,
  SESSIONS_ENDED: true,
  PERSON_CORRECTED: true,
  MERGED: true,
  DATA_EXPORTED: 'told when the copy is ready',
  CAMERA_WITHDRAWN: ownAct,
  EMAIL_AGREED: ownAct,
  EMAIL_WITHDRAWN: ownAct,
  SMS_AGREED: ownAct,
  SMS_WITHDRAWN: ownAct,
  CLOSING_ASKED: true,
  CLOSING_TAKEN_BACK: ownAct,
  ACCOUNT_ERASED: 'nobody can sign in to the account any more',
}
