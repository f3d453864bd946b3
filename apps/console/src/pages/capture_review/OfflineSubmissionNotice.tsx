import type { CaptureAttempt } from '@ce/client/staff/capture_review.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { submittedByNames } from '@ce/contract/state-names'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import classes from './CaptureReview.module.css'

/** Notes that the attempt was flagged although no picture is missing; see docs/exam-offline.md. */
export function OfflineSubmissionNotice({ attempt }: { attempt: CaptureAttempt }) {
  const mayAudit = usePermission('audit.read')
  return (
    <section className={classes.card} aria-label={submittedByNames.SEALED}>
      <p>
        <strong>{submittedByNames.SEALED}的答卷。</strong>
        考试到时的那一刻连不上服务器，答案封存在考生的设备上，恢复后才交来，代替了系统到时的交卷。断网的那段时间里做了什么，无法证明，所以要有人看一看；断网本身不是作废的理由。
      </p>
      {attempt.state !== 'DONE' && (
        <p>
          请看断网多久，抓拍是不是都是本人；说不清的，打电话问本人当时的情况。
          {mayAudit ? (
            <Link to={paths.auditOf(attempt.id)}>操作日志里有断网的秒数</Link>
          ) : (
            '断网的秒数在操作日志里，请有“查看操作日志”权限的同事查看。'
          )}
        </p>
      )}
    </section>
  )
}
