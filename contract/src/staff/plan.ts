import { z } from 'zod'
import { emptyResponse, id, instant, perSubject, reason, subject, text, year } from '../common.ts'
import { defineCall } from '../define.ts'
import { isShanghaiMidnight, roundLastMinuteToMidnight } from '../rules/plan-days.ts'
import { bankFindings } from './question.ts'

const version = z.int('版本不正确').min(0, '版本不正确')

const hoursOf = (what: string, min: number) =>
  z
    .number(`${what}应为数字`)
    .min(min, `${what}不能小于 ${min}`)
    .max(500, `${what}过大`)
    .refine((value) => Math.abs(value * 10 - Math.round(value * 10)) < 1e-6, `${what}最多一位小数`)

const moment = (what: string) =>
  z.iso
    .datetime({ offset: true, error: `${what}格式不正确` })
    .refine((at) => at >= '2000' && at < '2200', `${what}不正确`)

/** Year plans start and end at midnight in Asia/Shanghai; 23:59 is read as the following midnight. */
const endsDay = (what: string) =>
  moment(what).refine(
    (at) => isShanghaiMidnight(roundLastMinuteToMidnight(at)),
    `${what}应为最后一天结束的时刻（北京时间 24:00），请选择日期`,
  )

const planContent = z
  .object({
    year,
    title: text(60).min(2, '名称为 2–60 个字'),
    /** The proof of a trial plan is marked as such and is not valid for registration. */
    trial: z.boolean('请选择'),
    /** Starts are the midnight of the first day; ends are the midnight after the last day. */
    signStartAt: moment('报名开始时间').refine(isShanghaiMidnight, '报名开始时间应为当天零点（北京时间），请选择日期'),
    signEndAt: endsDay('报名截止时间'),
    studyEndAt: endsDay('学习截止时间'),
    /** The price is in fen. */
    price: z.int('价格应为整数（分）').min(0, '价格不能为负').max(10_000_000, '价格过高'),
    requiredHours: perSubject(hoursOf('要求学时', 0)),
    courses: z
      .array(z.object({ courseId: id, required: z.boolean('请选择'), hours: hoursOf('学时', 0.1) }), '请选择课程')
      .max(200, '最多 200 门课程'),
  })
  .superRefine(({ signStartAt, signEndAt, studyEndAt, courses }, context) => {
    const refuse = (path: 'signEndAt' | 'studyEndAt' | 'courses', message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    const at = (moment: string) => Date.parse(roundLastMinuteToMidnight(moment))
    if (at(signStartAt) >= at(signEndAt)) refuse('signEndAt', '报名截止应晚于报名开始')
    if (at(signEndAt) > at(studyEndAt)) refuse('studyEndAt', '学习截止不能早于报名截止')
    if (new Set(courses.map(({ courseId }) => courseId)).size < courses.length) refuse('courses', '有重复的课程')
  })

const planState = z.enum(['DRAFT', 'UPCOMING', 'OPEN', 'CLOSED'])

const head = {
  id,
  year: z.int(),
  title: z.string(),
  trial: z.boolean(),
  /** A sign-up or proof of the plan exists, so `trial` cannot change. */
  takenUp: z.boolean(),
  state: planState,
  closedEarly: z.boolean(),
  signStartAt: instant,
  signEndAt: instant,
  studyEndAt: instant,
  /** The price is in fen. */
  price: z.int(),
  requiredHours: perSubject(z.number()),
  paid: z.int(),
  version: z.int(),
  updatedAt: instant,
  updatedBy: z.string(),
}

export const plan = {
  list: defineCall({
    method: 'GET',
    path: '/plan/v1/list',
    audience: 'staff',
    permission: 'teaching.read',
    summary: '年度计划，新的在前',
    request: z.object({}),
    response: z.array(z.object({ ...head, courses: z.int() })),
    refusals: [],
  }),
  info: defineCall({
    method: 'GET',
    path: '/plan/v1/info',
    audience: 'staff',
    permission: 'teaching.read',
    summary: '一个年度计划和它的课程',
    request: z.object({ id }),
    response: z.object({
      ...head,
      courses: z.array(
        z.object({
          courseId: id,
          code: z.string(),
          title: z.string(),
          subject,
          state: z.enum(['DRAFT', 'PUBLISHED', 'WITHDRAWN']),
          required: z.boolean(),
          hours: z.number(),
          /** Number of students who chose this course; a chosen course cannot leave the plan. */
          chosen: z.int(),
          lacks: z.array(z.string()),
          findings: bankFindings,
        }),
      ),
    }),
    refusals: ['plan.notFound'],
  }),
  save: defineCall({
    method: 'POST',
    path: '/plan/v1/save',
    audience: 'staff',
    permission: 'teaching.edit',
    summary:
      '新建或修改年度计划；有人缴费后，年度、价格、要求学时不能再改；该年度有学时入账后，年度、要求学时不能再改；有人报名后，是否试用计划不能再改',
    labels: { title: '计划名称', trial: '试用计划' },
    request: z.object({
      id,
      /** The version that the editor read; it is 0 for a new plan. */
      version,
      content: planContent,
    }),
    response: z.object({ id, version: z.int() }),
    refusals: [
      'plan.notFound',
      'plan.versionStale',
      'plan.yearTaken',
      'plan.sold',
      'plan.ordered',
      'plan.counted',
      'plan.trialKept',
      'plan.shortened',
      'plan.courseChosen',
      'plan.noSuchCourse',
      'plan.notReady',
    ],
  }),
  open: defineCall({
    method: 'POST',
    path: '/plan/v1/open',
    audience: 'staff',
    permission: 'teaching.publish',
    summary: '开放年度计划：从报名开始时间起学员可以报名',
    request: z.object({ id, version }),
    response: z.object({ state: planState }),
    refusals: ['plan.notFound', 'plan.versionStale', 'plan.notReady'],
  }),
  close: defineCall({
    method: 'POST',
    path: '/plan/v1/close',
    audience: 'staff',
    permission: 'teaching.publish',
    summary: '提前停止报名，或恢复；已报名的学员继续学习',
    labels: { closed: '停止报名' },
    request: z.object({
      id,
      closed: z.boolean('请选择'),
      reason,
    }),
    response: z.object({ state: planState }),
    refusals: ['plan.notFound', 'plan.notOpened'],
  }),
  remove: defineCall({
    method: 'POST',
    path: '/plan/v1/remove',
    audience: 'staff',
    permission: 'teaching.edit',
    summary: '删除从未开放过的年度计划草稿',
    request: z.object({ id, version }),
    response: emptyResponse,
    refusals: ['plan.notFound', 'plan.versionStale', 'plan.wasOpened'],
  }),
}
