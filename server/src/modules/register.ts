import type { FastifyInstance } from 'fastify'
import type { Deps } from '../platform/deps.ts'
import type { Job } from '../platform/jobs/job.ts'
import { platformJobs } from '../platform/jobs/platform-jobs.ts'
import { openWorkloads } from '../platform/workloads.ts'
import auditRoutes from './audit/routes.ts'
import captureReviewRoutes from './capture_review/routes.ts'
import { certificationGrantJobs } from './certification_grant/jobs.ts'
import certificationGrantRoutes from './certification_grant/routes.ts'
import courseRoutes from './course/routes.ts'
import courseReduceRoutes from './course_reduce/routes.ts'
import { examJobs } from './exam/jobs.ts'
import examRoutes from './exam/routes.ts'
import { fileJobs } from './file/jobs.ts'
import fileRoutes from './file/routes.ts'
import financeRoutes from './finance/routes.ts'
import firstPageRoutes from './first_page/routes.ts'
import { hoursJobs } from './hours/jobs.ts'
import { invitationJobs } from './invitation/jobs.ts'
import invitationRoutes from './invitation/routes.ts'
import invoiceRoutes from './invoice/routes.ts'
import { messageJobs } from './message/jobs.ts'
import messageRoutes from './message/routes.ts'
import { orderJobs } from './order/jobs.ts'
import orderRoutes from './order/routes.ts'
import organisationRoutes from './organisation/routes.ts'
import planRoutes from './plan/routes.ts'
import posterRoutes from './poster/routes.ts'
import { posterImportJobs } from './poster_import/jobs.ts'
import posterImportRoutes from './poster_import/routes.ts'
import practiceRoutes from './practice/routes.ts'
import { printFontJobs } from './print_font/jobs.ts'
import printFontRoutes from './print_font/routes.ts'
import { privacyJobs } from './privacy/jobs.ts'
import privacyRoutes from './privacy/routes.ts'
import { questionJobs } from './question/jobs.ts'
import questionRoutes from './question/routes.ts'
import { questionImportJobs } from './question_import/jobs.ts'
import questionImportRoutes from './question_import/routes.ts'
import { retentionJobs } from './retention/jobs.ts'
import retentionRoutes from './retention/routes.ts'
import { rosterImportJobs } from './roster_import/jobs.ts'
import rosterImportRoutes from './roster_import/routes.ts'
import settingRoutes from './setting/routes.ts'
import staffRoutes from './staff/routes.ts'
import { statisticsJobs } from './statistics/jobs.ts'
import statisticsRoutes from './statistics/routes.ts'
import studentRoutes from './student/routes.ts'
import studentDeskRoutes from './student_desk/routes.ts'
import { studyJobs } from './study/jobs.ts'
import studyRoutes from './study/routes.ts'
import systemRoutes from './system/routes.ts'
import { teachingJobs } from './teaching/jobs.ts'
import teachingRoutes from './teaching/routes.ts'
import todoRoutes from './todo/routes.ts'

/** Every module's routes; a new module is one line here. */
export function registerModules(app: FastifyInstance, deps: Deps): void {
  const workloads = openWorkloads(deps)
  for (const routes of [
    studentRoutes,
    fileRoutes,
    orderRoutes,
    messageRoutes,
    invoiceRoutes,
    courseRoutes,
    courseReduceRoutes,
    studyRoutes,
    examRoutes,
    firstPageRoutes,
    certificationGrantRoutes,
    printFontRoutes,
    staffRoutes,
    auditRoutes,
    posterRoutes,
    posterImportRoutes,
    questionRoutes,
    questionImportRoutes,
    teachingRoutes,
    studentDeskRoutes,
    captureReviewRoutes,
    planRoutes,
    financeRoutes,
    rosterImportRoutes,
    todoRoutes,
    statisticsRoutes,
    privacyRoutes,
    retentionRoutes,
    settingRoutes,
    organisationRoutes,
    invitationRoutes,
    systemRoutes,
    ...(deps.env.practice ? [practiceRoutes] : []),
  ])
    routes(app, workloads)
}

/** Everything the portal does by itself; a module's jobs are one entry here. */
export const allJobs: Job[] = [
  ...platformJobs,
  ...fileJobs,
  ...orderJobs,
  ...messageJobs,
  ...teachingJobs,
  ...studyJobs,
  ...examJobs,
  ...hoursJobs,
  ...posterImportJobs,
  ...questionJobs,
  ...questionImportJobs,
  ...rosterImportJobs,
  ...certificationGrantJobs,
  ...printFontJobs,
  ...statisticsJobs,
  ...privacyJobs,
  ...retentionJobs,
  ...invitationJobs,
]
