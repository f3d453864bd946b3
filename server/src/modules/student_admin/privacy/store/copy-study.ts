import { sql } from 'kysely'
import { lateralHeartbeats, microsecondsSql } from '../../../../platform/db/heartbeats.ts'
import { dataCopyLabels } from '../copy/labels.ts'
import type { CopySection } from '../copy/page.ts'

/** The newest heartbeats of each lesson that are copied; the page 学时来源 shows all. */
export const beatsOfLesson = 200

export const studyCopySections: readonly CopySection[] = [
  {
    key: 'signs',
    title: '报名',
    columns: [
      ['year', '年度'],
      ['plan', '计划'],
      ['createdAt', '报名时间'],
      ['paidAt', '缴费时间'],
      ['refundedAt', '退款时间'],
    ],
    rows: (ids) => sql`
      select year, plan.title as plan, sign.created_at as "createdAt", paid_at as "paidAt", refunded_at as "refundedAt"
      from sign join plan on plan.id = sign.plan_id where student_id = any(${ids}::uuid[]) order by year`,
  },
  {
    key: 'courses',
    title: '课程与评价',
    columns: [
      ['year', '年度'],
      ['course', '课程'],
      ['round', '学习轮次'],
      ['evaluatedAt', '评价时间'],
      ['content', '内容'],
      ['teacher', '教师'],
      ['usefulness', '实用性'],
      ['text', '文字评价'],
    ],
    rows: (ids) => sql`
      select year, course.title as course, sign_course.round, evaluated_at as "evaluatedAt", content, teacher, usefulness, text
      from sign_course join plan on plan.id = sign_course.plan_id join course on course.id = sign_course.course_id
      left join evaluation on evaluation.sign_course_id = sign_course.id
      where student_id = any(${ids}::uuid[]) order by year, course.title`,
  },
  {
    key: 'lessons',
    title: '课时学习',
    columns: [
      ['course', '课程'],
      ['lesson', '课时'],
      ['round', '轮次'],
      ['seconds', '计入秒数'],
      ['doneAt', '完成时间'],
      ['updatedAt', '最近学习'],
    ],
    rows: (ids) => sql`
      select course.title as course, lesson.title as lesson, lesson_progress.round, credited_ds / 10.0 as seconds,
        done_at as "doneAt", lesson_progress.updated_at as "updatedAt"
      from lesson_progress join sign_course on sign_course.id = lesson_progress.sign_course_id
      join course on course.id = sign_course.course_id join lesson on lesson.id = lesson_progress.lesson_id
      where student_id = any(${ids}::uuid[]) order by course.title, lesson.position, lesson_progress.round`,
  },
  {
    key: 'studyDays',
    title: '每日学习时长',
    columns: [
      ['day', '日期'],
      ['seconds', '秒数'],
    ],
    // The last day of study is stored only in the study clock until the next day of study.
    rows: (ids) => sql`
      select day, sum(credited_ds) / 10.0 as seconds from (
        select day, credited_ds from study_day where student_id = any(${ids}::uuid[])
        union all
        select day, day_ds from study_clock where student_id = any(${ids}::uuid[]) and day_ds > 0) as credited
      group by day order by day`,
    long: true,
  },
  {
    key: 'beats',
    title: '学习心跳',
    note: `每个课时最近 ${beatsOfLesson} 条；全部可在“学时来源”页面查看。`,
    columns: [
      ['at', '时间'],
      ['course', '课程'],
      ['lesson', '课时'],
      ['device', '设备'],
      ['event', '事件'],
      ['position', '位置（秒）'],
      ['added', '计入（秒）'],
    ],
    rows: (ids) => sql`
      select at, course, lesson, device, event, position, added, micros, "lessonKey" from (
        select study_beat.at, ${sql.raw(microsecondsSql('study_beat.at'))} as micros,
          play_session.sign_course_id || ' ' || play_session.lesson_id as "lessonKey", course.title as course, lesson.title as lesson, device, event, position_ds / 10.0 as position, added_ds / 10.0 as added,
          row_number() over (partition by play_session.sign_course_id, play_session.lesson_id order by study_beat.at desc) as place
        from play_session
        cross join ${sql.raw(lateralHeartbeats('play_session'))} study_beat
        join sign_course on sign_course.id = play_session.sign_course_id
        join course on course.id = sign_course.course_id join lesson on lesson.id = play_session.lesson_id
        where play_session.student_id = any(${ids}::uuid[])) as beat
      where place <= ${beatsOfLesson} order by at`,
    long: true,
  },
  {
    key: 'refusedBeats',
    title: '没有计入的学习记录',
    columns: [
      ['at', '时间'],
      ['course', '课程'],
      ['lesson', '课时'],
      ['position', '位置（秒）'],
      ['reason', '原因', dataCopyLabels.refusal],
      ['times', '次数'],
    ],
    rows: (ids) => sql`
      select at, course.title as course, lesson.title as lesson, position_ds / 10.0 as position, reason, times
      from study_refusal join sign_course on sign_course.id = study_refusal.sign_course_id
      join course on course.id = sign_course.course_id join lesson on lesson.id = study_refusal.lesson_id
      where study_refusal.student_id = any(${ids}::uuid[]) order by at`,
    long: true,
  },
  {
    key: 'attempts',
    title: '考试',
    note: '题目、所选与正确答案在 answers.json 中，只含现在允许查看答卷的考试。',
    columns: [
      ['course', '课程'],
      ['round', '轮次'],
      ['no', '第几次'],
      ['mode', '核验方式', dataCopyLabels.mode],
      ['startedAt', '开始'],
      ['submittedAt', '交卷'],
      ['submittedBy', '交卷方式', dataCopyLabels.submittedBy],
      ['score', '得分'],
      ['passed', '是否通过', dataCopyLabels.yes],
      ['receipt', '回执'],
      ['review', '待核查', dataCopyLabels.yes],
      ['voidReason', '作废原因'],
    ],
    rows: (ids) => sql`
      select course.title as course, attempt.round, no, mode, started_at as "startedAt", submitted_at as "submittedAt",
        submitted_by as "submittedBy", score, passed, receipt, review, void_reason as "voidReason"
      from attempt join sign_course on sign_course.id = attempt.sign_course_id join course on course.id = sign_course.course_id
      where attempt.student_id = any(${ids}::uuid[]) order by started_at`,
  },
  {
    key: 'captures',
    title: '考试抓拍',
    columns: [
      ['course', '课程'],
      ['dueAt', '应拍时间'],
      ['receivedAt', '收到时间'],
      ['failure', '没有拍到的原因'],
      ['camera', '摄像头名称'],
      ['deleteDueAt', '照片到期删除'],
      ['deletedAt', '照片已删除'],
    ],
    rows: (ids) => sql`
      select course.title as course, due_at as "dueAt", received_at as "receivedAt", failure, camera, delete_due_at as "deleteDueAt", deleted_at as "deletedAt"
      from capture join attempt on attempt.id = capture.attempt_id join sign_course on sign_course.id = attempt.sign_course_id
      join course on course.id = sign_course.course_id left join file on file.id = capture.file_id
      where attempt.student_id = any(${ids}::uuid[]) order by due_at`,
  },
  {
    key: 'appeals',
    title: '考试申诉',
    columns: [
      ['text', '内容'],
      ['at', '时间'],
      ['state', '结果', dataCopyLabels.appeal],
      ['answer', '答复'],
      ['answeredAt', '答复时间'],
    ],
    rows: (ids) => sql`
      select text, at, state, answer, answered_at as "answeredAt" from exam_appeal where student_id = any(${ids}::uuid[]) order by at`,
  },
  {
    key: 'timeCredits',
    title: '考试补时',
    note: '平台中断服务时顺延的秒数：考试中的顺延考试时间，截止后的只顺延断网补交的时限。',
    columns: [
      ['course', '课程'],
      ['since', '中断开始'],
      ['extends', '顺延的是'],
      ['seconds', '补时（秒）'],
      ['at', '补时时间'],
    ],
    rows: (ids) => sql`
      select course.title as course, since, case when at > deadline then '断网补交的时限' else '考试时间' end as extends, seconds, at
      from exam_time_credit
      join attempt on attempt.id = exam_time_credit.attempt_id join sign_course on sign_course.id = attempt.sign_course_id
      join course on course.id = sign_course.course_id
      where attempt.student_id = any(${ids}::uuid[]) order by at`,
  },
  {
    key: 'extraTime',
    title: '考试加时',
    columns: [
      ['percent', '加时（%）'],
      ['reason', '原因'],
      ['setAt', '时间'],
    ],
    rows: (ids) => sql`
      select percent, reason, set_at as "setAt" from exam_extra_time where student_id = any(${ids}::uuid[])`,
  },
  {
    key: 'rehearsals',
    title: '考前自检',
    columns: [
      ['at', '时间'],
      ['camera', '摄像头', dataCopyLabels.sound],
      ['upload', '上传', dataCopyLabels.sound],
      ['clock', '时钟', dataCopyLabels.sound],
      ['autosave', '自动保存', dataCopyLabels.sound],
    ],
    rows: (ids) => sql`
      select at, camera, upload, clock, autosave from exam_rehearsal where student_id = any(${ids}::uuid[]) order by at`,
    long: true,
  },
  {
    key: 'hours',
    title: '学时台账',
    columns: [
      ['no', '序号'],
      ['year', '年度'],
      ['trial', '试用年度', dataCopyLabels.yes],
      ['subject', '科目', dataCopyLabels.subject],
      ['source', '来源', dataCopyLabels.source],
      ['title', '名称'],
      ['hours', '学时'],
      ['at', '入账时间'],
    ],
    rows: (ids) => sql`
      select seq as no, year, exists (select from plan where plan.year = hours_ledger.year and trial) as trial, subject, source, title,
        hours / 10.0 as hours, at
      from hours_ledger
      where student_id = any(${ids}::uuid[]) order by student_id, seq`,
  },
  {
    key: 'proofs',
    title: '学时证明',
    columns: [
      ['year', '年度'],
      ['trial', '试用证明', dataCopyLabels.yes],
      ['number', dataCopyLabels.proof.number],
      ['code', dataCopyLabels.proof.code],
      ['issuedAt', '签发时间'],
      ['revokedAt', '撤销时间'],
      ['revokeReason', '撤销原因'],
    ],
    rows: (ids) => sql`
      select year, coalesce(snapshot->>'trial' = 'true', false) as trial, number, code, issued_at as "issuedAt", revoked_at as "revokedAt", revoke_reason as "revokeReason"
      from proof where student_id = any(${ids}::uuid[]) order by issued_at`,
  },
  {
    key: 'waitingProofs',
    title: '等待补充字体的学时证明',
    columns: [
      ['year', '年度'],
      ['letters', '缺的字'],
      ['since', '起始时间'],
    ],
    rows: (ids) => sql`
      select year, (select string_agg(one ->> 'letters', '') from jsonb_array_elements(missing) one) as letters, since
      from proof_waiting where student_id = any(${ids}::uuid[]) order by year`,
  },
]
