import type { StudentMerge } from '@ce/client/staff/student_desk.ts'
import { Alert } from 'antd'
import classes from './StudentDesk.module.css'

/** What hinders a merge, and what it makes of study that was credited to both accounts at the same moments. */
export function MergeStanding({ obstacles, overlap }: Pick<StudentMerge, 'obstacles' | 'overlap'>) {
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
    </div>
  )
}
