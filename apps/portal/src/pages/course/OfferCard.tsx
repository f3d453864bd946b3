import { formatTeacher } from '@ce/client/format.ts'
import { CourseCover } from '@ce/frame/student/CourseCover.tsx'
import type { OfferedCourse } from '@ce/frame/student/choice.ts'
import { fixedChoice, offerFacts } from '@ce/frame/student/course/sign-words.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Button, Checkbox } from 'antd'
import classes from './CourseChooser.module.css'

interface OfferCardProps {
  course: OfferedCourse
  checked: boolean
  /** required, or the choice is locked: the tick is no question */
  disabled: boolean
  onToggle: () => void
  onTry: () => void
}

/** A course on offer: what it is, who teaches it, its hours; tick it, or watch the beginning. */
export function OfferCard({ course, checked, disabled, onToggle, onTry }: OfferCardProps) {
  return (
    <li className={classes.offer}>
      <CourseCover url={course.coverUrl} />
      <div className={classes.offerBody}>
        <h3>
          {disabled ? (
            course.title
          ) : (
            <Checkbox checked={checked} onChange={onToggle}>
              {course.title}
            </Checkbox>
          )}
        </h3>
        {disabled && checked && <StatusMark kind="done">{fixedChoice(course)}</StatusMark>}
        <p className={classes.facts}>{offerFacts(course)}</p>
        <p className={classes.facts}>{formatTeacher(course.teacher)}</p>
        <p className={classes.intro}>{course.intro}</p>
        {course.canTrySee && (
          <Button size="small" onClick={onTry} aria-label={`试看 ${course.title}`}>
            试看
          </Button>
        )}
      </div>
    </li>
  )
}
