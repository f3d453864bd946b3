import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { registerStaffRoute } from '../../platform/staff-calls.ts'
import type { WorkloadDeps } from '../../platform/workloads.ts'
import { correctLessonLength, deskLessonChecks } from './service/correct-lengths.ts'
import { deskCourse, deskCourses, deskVersion } from './service/desk.ts'
import { publishDraft, withdrawCourse } from './service/publish.ts'
import { saveCourse } from './service/save-course.ts'
import { discardDraft, saveDraft } from './service/save-draft.ts'
import { deskTeachers, saveTeacher } from './service/teachers.ts'

/** Maximum size of a request in bytes, enough for sixty articles. */
const bodyLimit = 8 * 1024 * 1024

export default function teachingRoutes(app: FastifyInstance, workloads: WorkloadDeps): void {
  const calls = staffCalls.teaching
  registerStaffRoute(app, workloads, calls.teachers, ({ deps, input }) => deskTeachers(deps, input))
  registerStaffRoute(app, workloads, calls.saveTeacher, ({ deps, staff, input }) => saveTeacher(deps, staff, input))
  registerStaffRoute(app, workloads, calls.courses, ({ deps, input }) => deskCourses(deps, input))
  registerStaffRoute(app, workloads, calls.course, ({ deps, staff, input }) => deskCourse(deps, staff, input))
  registerStaffRoute(app, workloads, calls.version, ({ deps, staff, input }) => deskVersion(deps, staff, input))
  registerStaffRoute(app, workloads, calls.saveCourse, ({ deps, staff, input }) => saveCourse(deps, staff, input))
  registerStaffRoute(app, workloads, calls.saveDraft, ({ deps, staff, input }) => saveDraft(deps, staff, input), {
    bodyLimit,
  })
  registerStaffRoute(app, workloads, calls.discardDraft, ({ deps, staff, input }) => discardDraft(deps, staff, input))
  registerStaffRoute(app, workloads, calls.publish, ({ deps, staff, input }) => publishDraft(deps, staff, input))
  registerStaffRoute(app, workloads, calls.withdraw, ({ deps, staff, input }) => withdrawCourse(deps, staff, input))
  registerStaffRoute(app, workloads, calls.lessonChecks, ({ deps }) => deskLessonChecks(deps))
  registerStaffRoute(app, workloads, calls.correctLength, ({ deps, staff, input }) =>
    correctLessonLength(deps, staff, input),
  )
}
