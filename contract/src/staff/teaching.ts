import { z } from 'zod'
import { emptyResponse, id, instant, pageQuery, pageShape, reason, subject, teacher, text } from '../common.ts'
import { defineCall } from '../define.ts'
import { organisationName } from '../person-fields.ts'
import { foldWidth } from '../rules/fold-text.ts'
import { captureProblem } from '../rules/paper-rules.ts'
import { articleLimits } from '../rules/reading.ts'
import { searchLimits } from '../rules/search-limits.ts'
import { filmMediaInfo } from './file.ts'
import { bankFindings } from './question.ts'

const whole = (what: string, min: number, max: number) =>
  z.int(`${what}应为整数`).min(min, `${what}应为 ${min}–${max}`).max(max, `${what}应为 ${min}–${max}`)
const count = (what: string) => whole(what, 0, 100)
const version = z.int('版本不正确').min(0, '版本不正确')

/** Title code: 1 教授, 2 副教授, 3 其他, 0 none. */
const teacherContent = z.object({
  name: text(30).min(2, '姓名为 2–30 个字'),
  titleCode: whole('职称', 0, 3),
  employer: organisationName(60),
  intro: text(500),
})

const courseContent = z.object({
  title: text(60).min(2, '名称为 2–60 个字'),
  intro: text(1000),
  subject,
  teacherId: id,
  coverFileId: id.nullable(),
  /** Seconds of the first lesson that visitors may watch free; 0 for none. */
  trialSeconds: whole('试看秒数', 0, 1800),
})

const rules = {
  singleCount: count('单选题数'),
  multipleCount: count('多选题数'),
  judgeCount: count('判断题数'),
  /** Nine question counts: easy, medium, hard for each type; null when difficulties are not set. */
  mix: z.array(count('题数'), '难度搭配不正确').length(9, '难度搭配应为九个数').nullable(),
  pointsEach: whole('每题分值', 1, 100),
  passMark: whole('及格分', 1, 100),
  examSeconds: whole('考试秒数', 60, 14_400),
  attemptsPerRound: whole('考试次数', 1, 10),
  randomCaptures: whole('抓拍次数', 0, 10),
}

export const examRules = z.object(rules).superRefine((given, context) => {
  const refuse = (path: 'mix' | 'passMark' | 'randomCaptures', message: string) =>
    context.addIssue({ code: 'custom', path: [path], message })
  const counts = [given.singleCount, given.multipleCount, given.judgeCount]
  const { mix } = given
  const ofType = (type: number) => mix?.slice(type * 3, type * 3 + 3).reduce((a, b) => a + b, 0)
  if (mix && counts.some((wanted, type) => ofType(type) !== wanted)) refuse('mix', '各难度题数之和应等于该题型的题数')
  if (given.passMark > given.pointsEach * counts.reduce((a, b) => a + b, 0)) refuse('passMark', '及格分不能超过总分')
  const problem = captureProblem(given)
  if (problem) refuse('randomCaptures', problem)
})

const lessonTitle = text(60).min(2, '课时名称为 2–60 个字')
const lesson = z.discriminatedUnion(
  'kind',
  [
    z.object({
      kind: z.literal('VIDEO'),
      title: lessonTitle,
      videoFileId: id,
      lowVideoFileId: id.nullable(),
      captionsFileId: id.nullable(),
    }),
    z.object({
      kind: z.literal('ARTICLE'),
      title: lessonTitle,
      /** The server sanitises the HTML, as for posters. */
      html: z.string('请填写正文').max(articleLimits.html, '正文过长，请分成几个课时'),
      readingSeconds: whole('阅读秒数', articleLimits.leastSeconds, articleLimits.mostSeconds),
    }),
  ],
  '课时类型不正确',
)

const videoShown = z.object({
  kind: z.literal('VIDEO'),
  title: z.string(),
  durationSeconds: z.number(),
  videoFileId: id,
  videoName: z.string(),
  videoUrl: z.string(),
  media: filmMediaInfo.nullable(),
  lowVideoFileId: id.nullable(),
  lowVideoName: z.string().nullable(),
  lowVideoUrl: z.string().nullable(),
  captionsFileId: id.nullable(),
  captionsName: z.string().nullable(),
  captionsUrl: z.string().nullable(),
})

const articleShown = z.object({
  kind: z.literal('ARTICLE'),
  title: z.string(),
  durationSeconds: z.number(),
  html: z.string(),
})

const lessonShown = z.discriminatedUnion('kind', [videoShown, articleShown])

const courseState = z.enum(['DRAFT', 'PUBLISHED', 'WITHDRAWN'], '状态不正确')

const versionShown = z.object({
  id,
  no: z.int(),
  revision: z.int(),
  updatedAt: instant,
  updatedBy: z.string(),
  lessons: z.array(lessonShown),
  rules: z.object({ ...rules, mix: z.array(z.int()).nullable() }),
})

export const teaching = {
  teachers: defineCall({
    method: 'GET',
    path: '/teaching/v1/teachers',
    audience: 'staff',
    permission: 'teaching.read',
    summary: '教师列表',
    request: z.object({
      keyword: text(searchLimits.teaching).overwrite(foldWidth).optional(),
      ...pageQuery,
    }),
    response: pageShape(
      teacherContent.extend({
        id,
        name: z.string(),
        version: z.int(),
        courses: z.int(),
        updatedAt: instant,
        updatedBy: z.string(),
      }),
    ),
    refusals: [],
  }),
  saveTeacher: defineCall({
    method: 'POST',
    path: '/teaching/v1/save_teacher',
    audience: 'staff',
    permission: 'teaching.edit',
    summary: '新建或修改教师；学员看到的随之更新',
    request: z.object({
      id,
      /** The version that the editor read; it is 0 for a new row. */
      version,
      content: teacherContent,
    }),
    response: z.object({ id, version: z.int() }),
    refusals: ['teaching.teacherNotFound', 'teaching.versionStale'],
  }),
  courses: defineCall({
    method: 'GET',
    path: '/teaching/v1/courses',
    audience: 'staff',
    permission: 'teaching.read',
    summary: '课程列表',
    request: z.object({
      subject: subject.optional(),
      state: courseState.optional(),
      teacherId: id.optional(),
      keyword: text(searchLimits.teaching).overwrite(foldWidth).optional(),
      ...pageQuery,
    }),
    response: pageShape(
      z.object({
        id,
        code: z.string(),
        title: z.string(),
        subject,
        coverUrl: z.string().nullable(),
        teacher,
        state: courseState,
        hasDraft: z.boolean(),
        lessons: z.int(),
        durationSeconds: z.number(),
        years: z.array(z.int()),
        updatedAt: instant,
        updatedBy: z.string(),
      }),
    ),
    refusals: [],
  }),
  course: defineCall({
    method: 'GET',
    path: '/teaching/v1/course',
    audience: 'staff',
    permission: 'teaching.read',
    summary: '一门课程：内容、草稿、在教的版本、历次发布、题库数量',
    request: z.object({ id }),
    response: courseContent.extend({
      id,
      code: z.string(),
      title: z.string(),
      intro: z.string(),
      teacher,
      coverUrl: z.string().nullable(),
      trialSeconds: z.int(),
      state: courseState,
      version: z.int(),
      updatedAt: instant,
      updatedBy: z.string(),
      draft: versionShown.nullable(),
      current: versionShown.nullable(),
      /** The newest rows come first; `students` are paid signs with this version. */
      versions: z.array(
        z.object({
          id,
          no: z.int(),
          publishedAt: instant,
          publishedBy: z.string(),
          note: z.string(),
          lessons: z.int(),
          durationSeconds: z.number(),
          students: z.int(),
        }),
      ),
      /**
       * Numbers of paid sign-ups moved to the newest version and still waiting for it; null when there is no move.
       */
      move: z.object({ moved: z.int(), waiting: z.int() }).nullable(),
      /** Nine counts of enabled questions by type and difficulty. */
      bank: z.array(z.int()),
      findings: bankFindings,
    }),
    refusals: ['teaching.notFound'],
  }),
  version: defineCall({
    method: 'GET',
    path: '/teaching/v1/version',
    audience: 'staff',
    permission: 'teaching.read',
    summary: '一门课程发布过的一版：课时与组卷规则，只读',
    request: z.object({ courseId: id, versionId: id }),
    response: versionShown.extend({
      publishedAt: instant,
      publishedBy: z.string(),
      note: z.string(),
    }),
    refusals: ['teaching.notFound'],
  }),
  saveCourse: defineCall({
    method: 'POST',
    path: '/teaching/v1/save_course',
    audience: 'staff',
    permission: 'teaching.edit',
    summary: '新建或修改课程的名称、简介、科目、教师、封面与试看',
    labels: { title: '课程名称' },
    request: z.object({ id, version, content: courseContent }),
    response: z.object({ id, version: z.int(), code: z.string() }),
    refusals: [
      'teaching.notFound',
      'teaching.teacherNotFound',
      'teaching.versionStale',
      'teaching.badFile',
      'teaching.subjectFixed',
    ],
  }),
  saveDraft: defineCall({
    method: 'POST',
    path: '/teaching/v1/save_draft',
    audience: 'staff',
    permission: 'teaching.edit',
    summary: '保存课程的草稿：课时与组卷规则；发布之前学员看不到',
    labels: { title: '课时名称', kind: '课时类型', rules: '组卷规则' },
    request: z.object({
      courseId: id,
      baseId: id.nullable(),
      /** Id of the draft that the editor read, because a new draft restarts at revision 1. */
      versionId: id.nullable(),
      /** Revision of the draft that the editor read; 0 when there was none. */
      revision: version,
      lessons: z.array(lesson, '请填写课时').max(60, '最多 60 个课时'),
      rules: examRules,
    }),
    response: z.object({ versionId: id, revision: z.int() }),
    refusals: ['teaching.notFound', 'teaching.versionStale', 'teaching.badFile'],
  }),
  discardDraft: defineCall({
    method: 'POST',
    path: '/teaching/v1/discard_draft',
    audience: 'staff',
    permission: 'teaching.edit',
    summary: '放弃草稿',
    request: z.object({ courseId: id, versionId: id, revision: version }),
    response: emptyResponse,
    refusals: ['teaching.notFound', 'teaching.versionStale'],
  }),
  publish: defineCall({
    method: 'POST',
    path: '/teaching/v1/publish',
    audience: 'staff',
    permission: 'teaching.publish',
    summary: '发布草稿：新报名的学员立即按它学，还没有开始的随后改按它学；已经开始的不变',
    labels: { note: '更新说明' },
    request: z.object({
      courseId: id,
      versionId: id,
      revision: version,
      note: text(200),
    }),
    response: z.object({ no: z.int() }),
    refusals: ['teaching.notFound', 'teaching.versionStale', 'teaching.notReady'],
  }),
  withdraw: defineCall({
    method: 'POST',
    path: '/teaching/v1/withdraw',
    audience: 'staff',
    permission: 'teaching.publish',
    summary: '撤下课程，或重新上架；已报名的学员不受影响',
    request: z.object({
      id,
      withdrawn: z.boolean('请选择'),
      reason,
    }),
    response: z.object({ state: courseState }),
    refusals: ['teaching.notFound', 'teaching.notPublished', 'teaching.neededByPlan'],
  }),
  lessonChecks: defineCall({
    method: 'GET',
    path: '/teaching/v1/lesson_checks',
    audience: 'staff',
    permission: 'teaching.read',
    summary: '需要检查的课时：有人学没人学完，或播放的时长与登记的不同',
    request: z.object({}),
    response: z.object({
      list: z.array(
        z.object({
          lessonId: id,
          title: z.string(),
          courseId: id,
          courseCode: z.string(),
          courseTitle: z.string(),
          versionNo: z.int(),
          durationSeconds: z.number(),
          /** Length that the film file has when it is read now, in seconds; null when the file is unreadable. */
          filmSeconds: z.number().nullable(),
          filmProblem: z.string().nullable(),
          started: z.int(),
          finished: z.int(),
          furthestSeconds: z.number(),
          atFurthest: z.int(),
          /**
           * Number of students whose player ended the film at a time other than the stored length; `endSeconds` is the
           * most frequent of these times.
           */
          players: z.int(),
          endSeconds: z.number().nullable(),
          agreeing: z.int(),
          mayCorrect: z.boolean(),
        }),
      ),
    }),
    refusals: [],
  }),
  correctLength: defineCall({
    method: 'POST',
    path: '/teaching/v1/correct_length',
    audience: 'staff',
    permission: 'teaching.publish',
    summary: '把课时的时长更正为学员实际播完的位置；只能改短，看够的学员随之学完',
    labels: { durationSeconds: '时长' },
    request: z.object({
      lessonId: id,
      durationSeconds: z.number('时长不正确').min(1, '时长不正确').max(43_200, '时长不正确'),
      reason,
    }),
    response: z.object({ durationSeconds: z.number() }),
    refusals: ['teaching.lengthStale'],
  }),
}
