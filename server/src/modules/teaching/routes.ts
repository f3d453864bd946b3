import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { staffRoute } from '../../platform/staff-calls.ts'
import { deskCourse, deskCourses, deskVersion } from './service/desk.ts'
import { publishDraft, withdrawCourse } from './service/publish.ts'
import { saveCourse } from './service/save-course.ts'
import { discardDraft, saveDraft } from './service/save-draft.ts'
import { deskTeachers, saveTeacher } from './service/teachers.ts'

/** sixty lessons that are read */
const bodyLimit = 8 * 1024 * 1024

export default function teachingRoutes(app: FastifyInstance, deps: Deps): void {
  const calls = staffCalls.teaching
  staffRoute(app, deps, calls.teachers, ({ input }) => deskTeachers(deps, input))
  staffRoute(app, deps, calls.saveTeacher, ({ staff, input }) => saveTeacher(deps, staff, input))
  staffRoute(app, deps, calls.courses, ({ input }) => deskCourses(deps, input))
  staffRoute(app, deps, calls.course, ({ staff, input }) => deskCourse(deps, staff, input))
  staffRoute(app, deps, calls.version, ({ staff, input }) => deskVersion(deps, staff, input))
  staffRoute(app, deps, calls.saveCourse, ({ staff, input }) => saveCourse(deps, staff, input))
  staffRoute(app, deps, calls.saveDraft, ({ staff, input }) => saveDraft(deps, staff, input), {
    bodyLimit,
  })
  staffRoute(app, deps, calls.discardDraft, ({ staff, input }) => discardDraft(deps, staff, input))
  staffRoute(app, deps, calls.publish, ({ staff, input }) => publishDraft(deps, staff, input))
  staffRoute(app, deps, calls.withdraw, ({ staff, input }) => withdrawCourse(deps, staff, input))
}
