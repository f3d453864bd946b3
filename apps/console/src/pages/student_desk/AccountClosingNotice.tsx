import { formatDateTime, formatFen, formatHours } from '@ce/client/format.ts'
import type { DeskStudent } from '@ce/client/staff/student_desk.ts'
import { Alert } from 'antd'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'

export function AccountClosingNotice({ student: { closing, erasedAt } }: { student: DeskStudent }) {
  if (erasedAt)
    return (
      <Alert
        type="info"
        showIcon
        title={`学员本人已注销账号（${formatDateTime(erasedAt)}）`}
        description="联系方式、资料和照片已删除；学时台账、证明和订单依法保留，证明仍可查验。"
      />
    )
  if (!closing) return null
  return (
    <Alert
      type="warning"
      showIcon
      title={`学员申请注销账号，将在 ${formatDateTime(closing.dueAt)} 执行`}
      description={
        <>
          {closing.held
            ? `上次没有执行：${closing.held}。办结后自动注销。`
            : `${formatDateTime(closing.askedAt)} 申请，冷静期内学员可以自行撤回。`}
          {closing.losses.map(({ orderNo, year, paid, paidBy, hoursLeft, left }) => (
            <p key={orderNo}>
              {year} 年度{paidBy ? `（${paidBy}代缴）` : ''}已缴 {formatFen(paid)}，还有 {formatHours(hoursLeft)}{' '}
              学时没有学完，折合 {formatFen(left)}（订单 <Link to={paths.financeOrder(orderNo)}>{orderNo}</Link>）
            </p>
          ))}
          {closing.lost > 0 && <p>学员申请时已确认放弃 {formatFen(closing.lost)}。</p>}
        </>
      }
    />
  )
}
