export const maxDeliveryTries = 6

/** The birthday in the middle tells an ID number from an order number. */
const idNo =
  /(?<![\dA-Za-z])(\d{6})(?:18|19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(\d{3}[\dXx])(?![\dA-Za-z])/g

export function maskIdNumbersInText(text: string): string {
  return text.replace(idNo, '$1********$2')
}

export function composeEmail(
  message: { title: string; body: string; link: string | null },
  publicUrl: string,
  hasAttachment = false,
): { subject: string; text: string } {
  const { title, body, link } = message
  const lines = [
    body,
    ...(hasAttachment ? ['', '文件见本邮件的附件。'] : []),
    ...(link ? ['', `查看：${publicUrl}${link}`] : []),
    '',
    '——',
    '您在平台同意了用邮件接收通知。不想再收到，请登录后在“个人信息与隐私”中关闭：',
    `${publicUrl}/system/privacy`,
  ]
  return { subject: maskIdNumbersInText(title), text: maskIdNumbersInText(lines.join('\n')) }
}

/** The pauses of 1, 4, 16, 64 and 256 minutes take almost six hours in all. */
export function retryPauseMinutes(tries: number): number {
  return 4 ** (tries - 1)
}
