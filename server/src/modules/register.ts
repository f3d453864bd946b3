import type { FastifyInstance } from 'fastify'
import type { Deps } from '../platform/deps.ts'
import { openWorkloads } from '../platform/workloads.ts'
import planRoutes from './catalogue/plan/routes.ts'
import questionRoutes from './catalogue/question/routes.ts'
import questionImportRoutes from './catalogue/question_import/routes.ts'
import firstPageRoutes from './content/first_page/routes.ts'
import posterRoutes from './content/poster/routes.ts'
import posterImportRoutes from './content/poster_import/routes.ts'
import courseRoutes from './course/routes.ts'
import certificationGrantRoutes from './credits/certification_grant/routes.ts'
import courseReduceRoutes from './credits/course_reduce/routes.ts'
import invitationRoutes from './employers/invitation/routes.ts'
import organisationRoutes from './employers/organisation/routes.ts'
import captureReviewRoutes from './exam/capture_review/routes.ts'
import examRoutes from './exam/routes.ts'
import printFontRoutes from './file/print_font/routes.ts'
import fileRoutes from './file/routes.ts'
import studyRoutes from './learning/study/routes.ts'
import messageRoutes from './message/routes.ts'
import financeRoutes from './money/finance/routes.ts'
import invoiceRoutes from './money/invoice/routes.ts'
import orderRoutes from './money/order/routes.ts'
import auditRoutes from './office/audit/routes.ts'
import practiceRoutes from './office/practice/routes.ts'
import settingRoutes from './office/setting/routes.ts'
import staffRoutes from './office/staff/routes.ts'
import statisticsRoutes from './office/statistics/routes.ts'
import systemRoutes from './office/system/routes.ts'
import todoRoutes from './office/todo/routes.ts'
import studentRoutes from './student/routes.ts'
import privacyRoutes from './student_admin/privacy/routes.ts'
import retentionRoutes from './student_admin/retention/routes.ts'
import rosterImportRoutes from './student_admin/roster_import/routes.ts'
import studentDeskRoutes from './student_admin/student_desk/routes.ts'
import teachingRoutes from './teaching/routes.ts'

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
