import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { type MySign, rehearsable } from './my-course-words.ts'

interface RehearsalNoteProps {
  sign: MySign
  className: string | undefined
  /** how the way there looks; undefined: as a link */
  link?: string
}

/** Says of 考前自检 while there is time to mend what it finds; nothing once every exam of the year is open. */
export function RehearsalNote({ sign, className, link }: RehearsalNoteProps) {
  const course = rehearsable(sign)
  if (!course) return null
  return (
    <div className={className}>
      <p>考试要用摄像头和网络，请提前几天用考试时的设备检查一次，不到一分钟。</p>
      <Link className={link} to={paths.rehearsal(sign.signId, course.id)}>
        考前自检
      </Link>
    </div>
  )
}
