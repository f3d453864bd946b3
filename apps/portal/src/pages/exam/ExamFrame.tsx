import { PrintSwitch } from '@ce/frame/PrintSwitch.tsx'
import { ServiceHelp } from '@ce/frame/ServiceHelp.tsx'
import type { ExamKit } from '@ce/frame/student/exam/exam-kit.tsx'
import { NetworkBanner, nothingAtStake } from '@ce/frame/student/exam/NetworkBanner.tsx'
import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { SiteName } from '../../components/SiteName.tsx'
import classes from './ExamFrame.module.css'

/** The frame before and after an attempt: the site's name, the exam's title, one column. */
export function ExamFrame({ title, course, back, children }: ComponentProps<ExamKit['Frame']>) {
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <SiteName />
        <div>
          <PrintSwitch />
          <ServiceHelp />
        </div>
      </header>
      <NetworkBanner>{nothingAtStake}</NetworkBanner>
      <main id="content" tabIndex={-1} className={classes.main}>
        <h1>{course ? `${title}：${course}` : title}</h1>
        {back?.label && (
          <Link to={back.to} className={classes.back}>
            {back.label}
          </Link>
        )}
        {children}
      </main>
    </div>
  )
}
