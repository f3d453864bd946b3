import type { StudentSummary } from '@ce/client/staff/student_desk.ts'
import { Button } from 'antd'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import classes from './StudentDesk.module.css'

interface OtherAccountProps {
  student: StudentSummary
  note: string
  onPropose: ((other: StudentSummary) => void) | undefined
}

export function OtherAccountCard({ student, note, onPropose }: OtherAccountProps) {
  const { id, name, phoneMasked, idNoMasked } = student
  return (
    <li className={classes.row}>
      <span>
        <Link to={paths.student(id)}>{name}</Link> {phoneMasked} · {idNoMasked}
        <span className="cell-note">{note}</span>
      </span>
      {onPropose && (
        <Button aria-label={`申请合并…：${name}（${phoneMasked}）`} onClick={() => onPropose(student)}>
          申请合并…
        </Button>
      )}
    </li>
  )
}
