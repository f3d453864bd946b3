import type { DeskReduction } from '@ce/client/staff/course_reduce.ts'
import { reductionStateNames } from '@ce/contract/state-names'
import { Alert } from 'antd'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import classes from './Reductions.module.css'

export function HoursOverlapNotice({ overlaps }: Pick<DeskReduction, 'overlaps'>) {
  if (overlaps.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      title="该学员同类申请的起止日期与本申请重叠，请核对是否同一活动"
      description={
        <ul className={classes.plain}>
          {overlaps.map(({ id, applyNo, year, startDate, endDate, state }) => (
            <li key={id}>
              <Link to={paths.reduction(id)}>{applyNo}</Link>：{year} 年度，{startDate} 至 {endDate}，
              {reductionStateNames[state]}
            </li>
          ))}
        </ul>
      }
    />
  )
}
