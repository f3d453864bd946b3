import type { DeskCourse } from '@ce/client/staff/teaching.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import classes from './BankFindings.module.css'

interface BankFindingsProps {
  courseId: string
  findings: DeskCourse['findings']
  title?: string
}

export function BankFindings({ courseId, findings, title }: BankFindingsProps) {
  const mayRead = usePermission('question.read')
  const { serious, minor, questions } = findings
  const count = serious + minor
  if (count === 0) return null
  const others = count - questions.length
  return (
    <div className={classes.box}>
      <p>
        {title && `“${title}”`}题库有 {count} 道试题待核对
        {serious > 0 ? `，其中 ${serious} 道影响发布和开放` : '，不影响发布和开放'}。{' '}
        {mayRead && <Link to={paths.questionsIn({ course: courseId, finding: 'OPEN' })}>逐道核对</Link>}
      </p>
      <ul>
        {questions.map((one) => (
          <li key={one.id}>
            <StatusMark kind={one.serious ? 'error' : 'warning'}>
              {mayRead ? <Link to={paths.question(one.id)}>第 {one.no} 号</Link> : `第 ${one.no} 号`}：{one.words}
            </StatusMark>
          </li>
        ))}
        {others > 0 && <li>另有 {others} 道</li>}
      </ul>
    </div>
  )
}
