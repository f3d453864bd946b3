import type { UnacceptedAgreement } from '@ce/client/student.ts'
import { legalTextTitles } from '@ce/contract/legal-text'
import { DatedText } from '@ce/ui/Dated.tsx'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import classes from './agreement.module.css'
import { useAgreementGate } from './agreement-gate.ts'

/** The skip link must come first on a page, so this notice follows it. */
export function AgreementNotice() {
  const { notice, texts } = useAgreementGate()
  if (!notice) return null
  const { text, action } = noticeOf(notice, texts)
  return (
    <section className={classes.notice} aria-label="协议文本">
      <span>
        <DatedText>{text}</DatedText>
      </span>
      <Link to={paths.agreements()}>{action}</Link>
    </section>
  )
}

function noticeOf(
  kind: 'LIMITED' | 'GRACE' | 'COMING',
  texts: readonly UnacceptedAgreement[],
): { text: string; action: string } {
  if (kind === 'LIMITED')
    return {
      text: '您还没有同意现行的用户协议和隐私政策，目前只能查看和取回自己的资料、证明和款项。',
      action: '阅读并同意',
    }
  const state = kind === 'GRACE' ? 'GRACE' : 'COMING'
  const own = texts.filter((text) => text.state === state)
  const names = own.map(({ kind: text }) => `《${legalTextTitles[text]}》`).join('')
  const day = own.map((text) => (kind === 'GRACE' ? (text.graceUntil ?? '') : text.effectiveFrom)).toSorted()[0]
  return kind === 'GRACE'
    ? {
        text: `${names}的新版本已生效。请在 ${day} 前（含当日）阅读并同意，逾期未同意的不能继续学习和考试。`,
        action: '阅读并同意',
      }
    : { text: `${names}的新版本将于 ${day} 生效，届时须同意才能继续使用。`, action: '查看修改内容' }
}
