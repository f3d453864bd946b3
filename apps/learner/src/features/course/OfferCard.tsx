import { formatTeacher } from '@ce/client/format.ts'
import { Button } from '@ce/ui/Button.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Link } from 'react-router'
import card from '../../components/card.module.css'
import { paths } from '../../paths.ts'
import classes from './Chooser.module.css'
import top from './CourseCard.module.css'
import { CourseCover } from './CourseCover.tsx'
import type { OfferedCourse } from './choice.ts'
import { fixedChoice, offerFacts } from './sign-text.ts'

interface OfferCardProps {
  year: number
  course: OfferedCourse
  checked: boolean
  /** required, or the choice is locked: the tick is no question */
  fixed: boolean
  onToggle: () => void
  onTry: () => void
}

/** A course on offer: what it is, who teaches it, its hours; tick it, read about it, or watch the beginning. */
export function OfferCard({ year, course, checked, fixed, onToggle, onTry }: OfferCardProps) {
  return (
    <section className={card.card}>
      <div className={top.top}>
        <div className={top.cover}>
          <CourseCover url={course.coverUrl} />
        </div>
        <div>
          <h3 className={top.title}>{course.title}</h3>
          <p className={card.quiet}>{offerFacts(course)}</p>
          <p className={card.quiet}>{formatTeacher(course.teacher)}</p>
        </div>
      </div>
      <div className={classes.foot}>
        {fixed ? (
          checked && <StatusMark kind="done">{fixedChoice(course)}</StatusMark>
        ) : (
          <label className={classes.tick}>
            <input
              type="checkbox"
              checked={checked}
              onChange={onToggle}
              aria-label={`选择 ${course.title}`}
            />
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
