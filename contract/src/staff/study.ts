import { z } from 'zod'
import { id, pageQuery, subject } from '../common.ts'
import { defineCall } from '../define.ts'
import { studentSearchRules } from '../rules/search-limits.ts'
import { studyRecord } from '../study-record.ts'

const learner = z.object({ id, name: z.string(), phoneMasked: z.string() })

export const study = {
  find: defineCall({
    method: 'POST',
    path: '/study/v1/find',
    audience: 'staff',
    permission: 'study.read',
    summary: '按手机号、报名编号或报名课程编号查学员的学习情况',
    labels: { query: '手机号或编号' },
    request: z.object({
      query: z
        .string('应为文字')
        .max(100, { error: studentSearchRules.learner.msg, abort: true })
        .overwrite(studentSearchRules.learner.fold)
        .regex(studentSearchRules.learner.pattern, studentSearchRules.learner.msg),
    }),
    response: z.object({
      list: z.array(
        learner.extend({
          courses: z.array(
            z.object({
              id,
              signId: id,
              year: z.int(),
              title: z.string(),
              subject,
              round: z.int(),
              creditedSeconds: z.number(),
              refused: z.int(),
            }),
          ),
        }),
      ),
    }),
    refusals: [],
  }),
  course: defineCall({
    method: 'GET',
    path: '/study/v1/course',
    audience: 'staff',
    permission: 'study.read',
    summary: '一名学员的一门报名课程：各课时计入多少',
    request: z.object({ id }),
    response: z.object({
      id,
      signId: id,
      year: z.int(),
      title: z.string(),
      round: z.int(),
      learner,
      lessons: z.array(
        z.object({
          id,
          title: z.string(),
          durationSeconds: z.number(),
          creditedSeconds: z.number(),
          done: z.boolean(),
        }),
      ),
    }),
    refusals: ['course.notFound'],
  }),
  record: defineCall({
    method: 'GET',
    path: '/study/v1/record',
    audience: 'staff',
    permission: 'study.read',
    summary: '学时来源：一个课时计入的区间，以及每条学习记录的处理结果',
    request: z.object({ id, lessonId: id, ...pageQuery }),
    response: studyRecord,
    refusals: ['course.notFound', 'course.lessonNotFound', 'course.recordUnavailable'],
  }),
}
