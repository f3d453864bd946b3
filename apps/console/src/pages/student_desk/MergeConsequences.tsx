import type { StudentMerge } from '@ce/client/staff/student_desk.ts'
import { Alert } from 'antd'
import classes from './StudentDesk.module.css'

/** Shows what prevents a merge, and its effect on overlapping study and duplicate years. */
export function MergeConsequences({
  obstacles,
  overlap,
  freeYears,
}: Pick<StudentMerge, 'obstacles' | 'overlap' | 'freeYears'>) {
  return (
    <div className={classes.standing}>
      {obstacles.length > 0 && (
        <Alert type="warning" showIcon title="暂时不能合并" description={obstacles.join('；')} />
      )}
      {overlap && (
        <Alert
          type="warning"
          showIcon
          title={`两个账号在同一时刻都计入了学习，合计超出时钟 ${Math.ceil(overlap.seconds)} 秒`}
          description={`一个人同一时间只能计一份学习。合并后，要关闭的账号中以下课程从头学习：${overlap.restarts.map(({ year, title }) => `${title}（${year} 年度）`).join('、')}。`}
        />
      )}
      {freeYears.length > 0 && (
        <Alert
          type="info"
          showIcon
          title={`两个账号都有 ${freeYears.join('、')} 年度的免费报名`}
          description="合并后只留一份报名：同一门课程取学得较多的一份，学时只计一次；另一份随关闭的账号留档。"
        />
      )}
    </div>
  )
}
