import { useConnection } from '@ce/client/online.ts'
import { CustomerServiceHelp } from '@ce/site/ServiceHelp.tsx'
import type { ReactNode } from 'react'
import { usePageTitle } from '../../components/page-title.ts'
import { ScreenLayout } from '../../components/Screen.tsx'
import { paths } from '../../paths.ts'
import { useShell } from '../../shells/shell.ts'
import classes from './Exam.module.css'

interface ExamFrameProps {
  title: string
  course?: string | undefined
  /** Path of the back link, and its label on a desktop. */
  back?: { to: string; label: string }
  children: ReactNode
}

export function ExamFrame({ title, course, back, children }: ExamFrameProps) {
  usePageTitle(course && `${course} 考试`)
  // On a desktop the header of the frame has the help, so show it here only on a phone.
  const help = useShell() === 'phone' && <CustomerServiceHelp />
  return (
    <ScreenLayout
      title={title}
      back={back?.to ?? paths.myCourses()}
      backLabel={back?.label ?? '返回我的课程'}
      aside={help}
      noNotice
    >
      <ExamNetworkBanner>恢复网络后即可继续。</ExamNetworkBanner>
      {course && <p className={classes.course}>{course}</p>}
      {children}
    </ScreenLayout>
  )
}

/** Explains what an outage means during an exam (docs/rules/look.md#exam-page). */
export function ExamNetworkBanner({ children }: { children: ReactNode }) {
  const connection = useConnection()
  return (
    <div role="status">
      {connection !== 'online' && (
        <p className={classes.banner}>
          {connection === 'offline' ? '网络已断开。' : '暂时连接不上服务器。'}
          {children}
        </p>
      )}
    </div>
  )
}
