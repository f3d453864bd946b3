import type { z } from 'zod'
import { certification_grant } from './client/certification_grant.ts'
import { course } from './client/course.ts'
import { course_reduce } from './client/course_reduce.ts'
import { exam } from './client/exam.ts'
import { file } from './client/file.ts'
import { first_page } from './client/first_page.ts'
import { invitation } from './client/invitation.ts'
import { invoice } from './client/invoice.ts'
import { message } from './client/message.ts'
import { order } from './client/order.ts'
import { practice } from './client/practice.ts'
import { privacy } from './client/privacy.ts'
import { student } from './client/student.ts'
import { system } from './client/system.ts'
import { invitation as employerInvitation } from './employer/invitation.ts'
import { organisation as employerOrganisation } from './employer/organisation.ts'
import { audit } from './staff/audit.ts'
import { capture_review } from './staff/capture_review.ts'
import { certification_grant as staffGrant } from './staff/certification_grant.ts'
import { course_reduce as staffCourseReduce } from './staff/course_reduce.ts'
import { exam as staffExam } from './staff/exam.ts'
import { file as staffFile } from './staff/file.ts'
import { finance } from './staff/finance.ts'
import { first_page as staffFirstPage } from './staff/first_page.ts'
import { financeInvoice as staffInvoice } from './staff/invoice.ts'
import { message as staffMessage } from './staff/message.ts'
import { organisation as staffOrganisation } from './staff/organisation.ts'
import { plan } from './staff/plan.ts'
import { poster } from './staff/poster.ts'
import { poster_import } from './staff/poster_import.ts'
import { practice as staffPractice } from './staff/practice.ts'
import { print_font } from './staff/print_font.ts'
import { privacy as staffPrivacy } from './staff/privacy.ts'
import { question } from './staff/question.ts'
import { question_import } from './staff/question_import.ts'
import { retention } from './staff/retention.ts'
import { roster_import } from './staff/roster_import.ts'
import { setting } from './staff/setting.ts'
import { staff } from './staff/staff.ts'
import { statistics } from './staff/statistics.ts'
import { student_desk } from './staff/student_desk.ts'
import { study } from './staff/study.ts'
import { system as staffSystem } from './staff/system.ts'
import { teaching } from './staff/teaching.ts'
import { todo } from './staff/todo.ts'

export { proofFields } from './client/certification_grant.ts'
export { siteInfo } from './client/first_page.ts'
export { profile, sessionUser } from './client/student.ts'
export { frontEnd } from './client/system.ts'
export * from './common.ts'
export { certificateNo, creditCode, idNo, idType, personName, phone } from './person-fields.ts'
export {
  type CategoryId,
  type CategoryName,
  categories,
  categoryById,
  categoryByName,
  peopleCategories,
  videoCategories,
} from './rules/categories.ts'

import type { AnyCallDefinition } from './define.ts'

export type { AnyCallDefinition, Audience, CallDefinition } from './define.ts'
export { invitationListField } from './employer/invitation.ts'
export { type Envelope, type RefusalData, type RefusalKey, refusals } from './errors.ts'
export { fieldNames } from './field-names.ts'
export { contentLimits } from './rules/content-limits.ts'
export { type Permission, permissions } from './rules/permissions.ts'
export { innocentCaptureCause } from './staff/capture_review.ts'
export { maxSiteListLength } from './staff/first_page.ts'
export { posterContent, posterState } from './staff/poster.ts'
export { importedDocumentRow } from './staff/poster_import.ts'
export { questionContent } from './staff/question.ts'
export { questionField } from './staff/question_import.ts'
export { rosterField, rosterKind } from './staff/roster_import.ts'
export { yearFigures } from './staff/statistics.ts'
export { accountState } from './staff/student_desk.ts'
export { examRules } from './staff/teaching.ts'

export const clientBase = '/api/client'

export const clientCalls = {
  student,
  file,
  order,
  course,
  course_reduce,
  exam,
  certification_grant,
  first_page,
  message,
  invoice,
  privacy,
  invitation,
  system,
}

export const staffBase = '/api/staff'

export const staffCalls = {
  staff,
  audit,
  file: staffFile,
  poster,
  poster_import,
  finance,
  first_page: staffFirstPage,
  question,
  question_import,
  teaching,
  study,
  student_desk,
  roster_import,
  capture_review,
  certification_grant: staffGrant,
  print_font,
  plan,
  exam: staffExam,
  course_reduce: staffCourseReduce,
  invoice: staffInvoice,
  todo,
  statistics,
  privacy: staffPrivacy,
  message: staffMessage,
  retention,
  setting,
  organisation: staffOrganisation,
  system: staffSystem,
}

export const employerBase = '/api/employer'

export const employerCalls = {
  organisation: employerOrganisation,
  invitation: employerInvitation,
}

/** Only practice portals have these calls; the API description leaves them out (decision 088). */
export const practiceCalls = { client: practice, staff: staffPractice }

type CallsOf<Modules> = { [M in keyof Modules]: Modules[M][keyof Modules[M]] }[keyof Modules]
type OnTheWire<C extends AnyCallDefinition> = {
  request: z.input<C['request']>
  response: z.output<C['response']>
}
type Client = CallsOf<typeof clientCalls> | CallsOf<Pick<typeof practiceCalls, 'client'>>
type Staff = CallsOf<typeof staffCalls> | CallsOf<Pick<typeof practiceCalls, 'staff'>>
type Employer = CallsOf<typeof employerCalls>

/** The type at `ClientCalls['GET /order/v1/query_status']` has request and response as JSON. */
export type ClientCalls = { [C in Client as `${C['method']} ${C['path']}`]: OnTheWire<C> }

export type StaffCalls = { [C in Staff as `${C['method']} ${C['path']}`]: OnTheWire<C> }

export type EmployerCalls = { [C in Employer as `${C['method']} ${C['path']}`]: OnTheWire<C> }
export type { AuditAction } from './rules/audit-actions.ts'
export { messageKinds } from './rules/message-kinds.ts'
