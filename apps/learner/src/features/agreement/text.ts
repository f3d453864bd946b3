import type { OpenText } from '@ce/client/student.ts'
import { textTitles } from '@ce/contract/legal-text'

export const askWords = {
  first: '请先阅读并同意用户协议和隐私政策',
  renewed: '用户协议或隐私政策已更新，请阅读后继续',
  firstText: '您的账号由工作人员登记。继续使用之前，请阅读并同意以下文本。',
  renewedText: '以下文本有新版本。同意之后，才能继续报名、学习、考试和申请。',
  earlyText: '以下新版本现在就可以同意，到期后不再询问。',
  summary: '修改内容',
  /** of several texts */
  tick: '我已阅读并同意以上全部文本',
  tickNeeded: '请先勾选，表示您已阅读并同意',
  accept: '同意并继续',
  acceptEarly: '同意',
  decline: '不同意',
  accepted: '已记录您的同意',
  none: '您已同意现行的用户协议和隐私政策。',
} as const

/** What is left to who declines. */
export const declineWords = {
  title: '您没有同意',
  text: '不同意就不能继续报名、学习、考试和提交申请。您的资料、证明和款项不受影响，仍可以：',
  again: '返回阅读文本',
  ways: {
    copy: '下载个人信息副本、申请更正、注销账号',
    grant: '查看学时，下载学时证明',
    orders: '查看订单，申请退款',
    invoices: '查看和下载发票',
    messages: '查看站内消息',
    password: '修改登录密码',
  },
} as const

/** 《用户协议》 */
export const titleOf = ({ kind }: Pick<OpenText, 'kind'>) => `《${textTitles[kind]}》`
export const versionOf = ({ version, effectiveFrom, state }: OpenText) =>
  `版本 ${version}，${effectiveFrom} ${state === 'COMING' ? '起生效' : '生效'}`

/** What the line above a page says. */
export function noticeOf(
  kind: 'LIMITED' | 'GRACE' | 'COMING',
  texts: readonly OpenText[],
): { text: string; action: string } {
  if (kind === 'LIMITED')
    return {
      text: '您还没有同意现行的用户协议和隐私政策，目前只能查看和取回自己的资料、证明和款项。',
      action: '阅读并同意',
    }
  const state = kind === 'GRACE' ? 'GRACE' : 'COMING'
  const own = texts.filter((text) => text.state === state)
  const names = own.map(titleOf).join('')
  const day = own
    .map((text) => (kind === 'GRACE' ? (text.graceUntil ?? '') : text.effectiveFrom))
    .toSorted()[0]
  return kind === 'GRACE'
    ? {
        text: `${names}的新版本已生效。请在 ${day} 前（含当日）阅读并同意，逾期未同意的不能继续学习和考试。`,
        action: '阅读并同意',
      }
    : { text: `${names}的新版本将于 ${day} 生效，届时须同意才能继续使用。`, action: '查看修改内容' }
}
