import { useConnection } from '@ce/client/online.ts'
import { ServiceHelp } from '@ce/site/ServiceHelp.tsx'
import type { ReactNode } from 'react'
import { useOwnTitle } from '../../components/own-title.ts'
import { Screen } from '../../components/Screen.tsx'
import { paths } from '../../paths.ts'
import { useShell } from '../../shells/shell.ts'
import classes from './Exam.module.css'

interface ExamFrameProps {
  title: string
  /** which course's */
  course?: string | undefined
  /** the screen below this one, and what the way there is called on a desk */
  back?: { to: string; label: string }
  children: ReactNode
}

/** The frame before and after an attempt. */
export function ExamFrame({ title, course, back, children }: ExamFrameProps) {
  useOwnTitle(course && `${course} 考试`)
  // a desktop's frame has it in its header
  const help = useShell() === 'phone' && <ServiceHelp />
  return (
    <Screen
      title={title}
      back={back?.to ?? paths.myCourses()}
      backLabel={back?.label ?? '返回我的课程'}
      aside={help}
      noNotice
    >
      <NetworkBanner>恢复网络后即可继续。</NetworkBanner>
      {course && <p className={classes.course}>{course}</p>}
      {children}
    </Screen>
  )
}

/** Says that the network is away and what that means here; the exam's own words (look.md Exam). */
export function NetworkBanner({ children }: { children: ReactNode }) {
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
