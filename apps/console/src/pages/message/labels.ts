import type { MessageChannelFigures } from '@ce/client/staff/message.ts'

export const deliveryChannelNames: Readonly<Record<MessageChannelFigures['channel'], string>> = {
  EMAIL: '邮件',
  SMS: '短信',
}

const known: Readonly<Record<string, string>> = {
  TOO_LATE: '等了一天还没有发出，已经过时',
  NO_ANSWER: '最后一次尝试时系统中断，不知道是否发出',
  ATTACHMENT_UNREADABLE: '附件无法读取，请检查文件存储后重新发送',
  'SMTP 550': '对方邮箱不存在或拒收',
  'SMTP 552': '对方邮箱已满',
  'SMTP 535': '发信账号或密码不正确，请检查配置',
  'SMTP EAUTH': '发信账号或密码不正确，请检查配置',
  'SMTP ETIMEDOUT': '邮件服务器没有回应',
  'SMTP ECONNECTION': '连不上邮件服务器',
  TimeoutError: '短信平台没有回应',
  TypeError: '连不上短信平台',
  'AuthFailure.SignatureFailure': '短信密钥不正确，请检查配置',
  'FailedOperation.InsufficientBalanceInSmsPackage': '短信套餐包余量不足，请充值',
  'FailedOperation.PhoneNumberInBlacklist': '对方退订或在免打扰名单中',
  'FailedOperation.TemplateIncorrectOrUnapproved': '短信模板未审核通过',
  'FailedOperation.SignatureIncorrectOrUnapproved': '短信签名未审核通过',
}

/** An unknown reason is shown by its code. */
export function deliveryFailureText(reason: string): string {
  return known[reason] ?? '发送平台返回的错误码'
}
