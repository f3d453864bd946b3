import { formatDateTime } from '@ce/client/format.ts'
import type { CaptureAttempt } from '@ce/client/staff/capture_review.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import classes from './CaptureReview.module.css'

/** Tells staff to ask the student, because the attempt has no camera pictures. */
export function ManualCheck({ attempt }: { attempt: CaptureAttempt }) {
  const { studentName, phoneMasked, courseTitle, startedAt } = attempt
  const mayReveal = usePermission('student.reveal')
  return (
    <section className={classes.card} aria-labelledby="manual">
      <h2 id="manual">联系本人核对</h2>
      <p>选择人工核验是允许的，本身不说明任何问题；是不是本人考的，问过才知道。</p>
      <ol>
        <li>
          打电话给 {studentName}
          {phoneMasked && `（${phoneMasked}）`}。{numberWords(mayReveal)}
        </li>
        <li>请对方自己说出姓名和证件号后四位，与上面的资料核对；不要先念给对方听。</li>
        <li>
          问 {formatDateTime(startedAt)} 开始的“{courseTitle}”考试是否由本人完成、当时在哪里考的。
        </li>
        <li>把联系的时间、方式和结果写进理由，再提出建议。一时联系不上，请改日再打，不是作废的理由。</li>
      </ol>
    </section>
  )
}

function numberWords(mayReveal: boolean): string {
  const where = '学员页面的“查看完整号码…”'
  return mayReveal ? `完整号码见${where}。` : `完整号码请有“查看学员完整证件号与手机号”权限的同事在${where}查看。`
}
