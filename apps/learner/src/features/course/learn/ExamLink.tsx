import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import classes from './ExamLink.module.css'

interface ExamLinkProps {
  signId: string
  courseId: string
  children: ReactNode
}

/** To a course's exam, as a button looks. */
export function ExamLink({ signId, courseId, children }: ExamLinkProps) {
  return (
    <Link className={classes.exam} to={paths.exam(signId, courseId)}>
      {children}
    </Link>
  )
}
