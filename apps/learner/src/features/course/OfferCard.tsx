import { formatTeacher } from '@ce/client/format.ts'
import { Button } from '@ce/ui/Button.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Link } from 'react-router'
import card from '../../components/card.module.css'
import { paths } from '../../paths.ts'
import classes from './Chooser.module.css'
import top from './CourseCard.module.css'
import { CourseCover } from './CourseCover.tsx'
import type { OfferedCourse } from './course-choice.ts'
import { courseOfferText, fixedCourseLabel } from './sign-text.ts'

interface OfferCardProps {
  year: number
  course: OfferedCourse
  checked: boolean
  fixed: boolean
  onToggle: () => void
  onTry: () => void
}

export function CourseOfferCard({ year, course, checked, fixed, onToggle, onTry }: OfferCardProps) {
  return (
    <section className={card.card}>
      <div className={top.top}>
        <div className={top.cover}>
          <CourseCover url={course.coverUrl} />
        </div>
        <div>
          <h3 className={top.title}>{course.title}</h3>
          <p className={card.quiet}>{courseOfferText(course)}</p>
          <p className={card.quiet}>{formatTeacher(course.teacher)}</p>
        </div>
      </div>
      <div className={classes.foot}>
        {fixed ? (
          checked && <StatusMark kind="done">{fixedCourseLabel(course)}</StatusMark>
        ) : (
          <label className={classes.tick}>
            <input type="checkbox" checked={checked} onChange={onToggle} aria-label={`选择 ${course.title}`} />
            {checked ? '已选' : '选这门课'}
          </label>
        )}
        <Link className={classes.more} to={paths.offeredCourse(year, course.id)}>
          课程介绍<span className="visually-hidden">：{course.title}</span>
        </Link>
        {course.canTrySee && (
          <Button kind="text" onClick={onTry} aria-label={`试看 ${course.title}`}>
            试看
          </Button>
        )}
      </div>
    </section>
  )
}
