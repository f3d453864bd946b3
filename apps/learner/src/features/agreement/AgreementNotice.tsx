import { Dated } from '@ce/ui/Dated.tsx'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import classes from './agreement.module.css'
import { useAgreementGate } from './gate.ts'
import { noticeOf } from './text.ts'

/** Above what a page of one's own shows: what is to be accepted, and the way there. After the skip link, which is the first on a page. */
export function AgreementNotice() {
  const { notice, texts } = useAgreementGate()
  if (!notice) return null
  const { text, action } = noticeOf(notice, texts)
  return (
    <section className={classes.notice} aria-label="协议文本">
      <span>
        <Dated>{text}</Dated>
      </span>
      <Link to={paths.agreements()}>{action}</Link>
    </section>
  )
}
