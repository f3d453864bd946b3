import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { staffRoute } from '../../platform/staff-calls.ts'
import type { Workloads } from '../../platform/workloads.ts'
import { correctLength, lessonChecks } from './service/correct-lengths.ts'
import { deskCourse, deskCourses, deskVersion } from './service/desk.ts'
import { publishDraft, withdrawCourse } from './service/publish.ts'
import { saveCourse } from './service/save-course.ts'
import { discardDraft, saveDraft } from './service/save-draft.ts'
import { deskTeachers, saveTeacher } from './service/teachers.ts'

/** sixty lessons that are read */
const bodyLimit = 8 * 1024 * 1024

export default function teachingRoutes(app: FastifyInstance, workloads: Workloads): void {
  const calls = staffCalls.teaching
  staffRoute(app, workloads, calls.teachers, ({ deps, input }) => deskTeachers(deps, input))
  staffRoute(app, workloads, calls.saveTeacher, ({ deps, staff, input }) =>
    saveTeacher(deps, staff, input),
  )
  staffRoute(app, workloads, calls.courses, ({ deps, input }) => deskCourses(deps, input))
  staffRoute(app, workloads, calls.course, ({ deps, staff, input }) =>
    deskCourse(deps, staff, input),
  )
  staffRoute(app, workloads, calls.version, ({ deps, staff, input }) =>
    deskVersion(deps, staff, input),
  )
  staffRoute(app, workloads, calls.saveCourse, ({ deps, staff, input }) =>
    saveCourse(deps, staff, input),
  )
  staffRoute(
    app,
    workloads,
    calls.saveDraft,
    ({ deps, staff, input }) => saveDraft(deps, staff, input),
    {
      bodyLimit,
    },
  )
  staffRoute(app, workloads, calls.discardDraft, ({ deps, staff, input }) =>
    discardDraft(deps, staff, input),
  )
  staffRoute(app, workloads, calls.publish, ({ deps, staff, input }) =>
    publishDraft(deps, staff, input),
  )
  staffRoute(app, workloads, calls.withdraw, ({ deps, staff, input }) =>
    withdrawCourse(deps, staff, input),
  )
  staffRoute(app, workloads, calls.lessonChecks, ({ deps }) => lessonChecks(deps))
  staffRoute(app, workloads, calls.correctLength, ({ deps, staff, input }) =>
    correctLength(deps, staff, input),
  )
}
