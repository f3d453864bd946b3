import type { OpenText } from '@ce/client/student.ts'
import { Dated } from '@ce/ui/Dated.tsx'
import { Link } from 'react-router'
import { useStudentPaths } from '../paths.ts'
import classes from './agreement.module.css'
import { noticeOf } from './words.ts'

interface AgreementNoticeProps {
  kind: 'LIMITED' | 'GRACE' | 'COMING'
  texts: readonly OpenText[]
}

/** One line above every page of one's own, with the way to the texts. */
export function AgreementNotice({ kind, texts }: AgreementNoticeProps) {
  const paths = useStudentPaths()
  const { text, action } = noticeOf(kind, texts)
  return (
    <aside className={classes.notice} aria-label="协议文本">
      <span>
        <Dated>{text}</Dated>
      </span>
      <Link to={paths.agreements()}>{action}</Link>
    </aside>
  )
}
