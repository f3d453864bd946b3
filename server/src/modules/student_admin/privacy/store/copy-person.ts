import { type RawBuilder, sql } from 'kysely'
import { orderLinesOfStudentsSql } from '../../../../platform/db/order-lines.ts'
import { dataCopyLabels } from '../copy/labels.ts'
import type { CopyFilePaths, CopySection } from '../copy/page.ts'

/** Contains only the student's own lines of employer orders, because the other lines concern other people. */
export const employerCopySections: readonly CopySection[] = [
  {
    key: 'employers',
    title: '单位代缴',
    note: '您答复过的单位邀请。',
    columns: [
      ['organisation', '单位'],
      ['year', '年度'],
      ['state', '状态', dataCopyLabels.invitation],
      ['answeredAt', '答复时间'],
      ['courses', '所选课程'],
    ],
    rows: (ids) => sql`
      select organisation.name as organisation, year, state, answered_at as "answeredAt",
        (select string_agg(title, '、' order by title) from course where course.id = any(invitation.course_ids)) as courses
      from organisation_invitation invitation join organisation on organisation.id = organisation_id
        join plan on plan.id = plan_id
      where student_id = any(${ids}::uuid[]) order by answered_at`,
  },
  {
    key: 'employerPayments',
    title: '单位代缴的费用',
    columns: [
      ['organisation', '单位'],
      ['what', '内容'],
      ['amount', '金额（元）'],
      ['status', '状态', dataCopyLabels.order],
      ['createdAt', '下单时间'],
      ['paidAt', '支付时间'],
      ['refunding', '退款中', dataCopyLabels.yes],
      ['refundedAt', '退款时间'],
    ],
    rows: (ids) => sql`
      select organisation.name as organisation, title as what, amount_fen / 100.0 as amount, status,
        line.created_at as "createdAt", paid_at as "paidAt", going_back as refunding, refunded_at as "refundedAt"
      from ${orderLinesOfStudentsSql(ids)} line join organisation on organisation.id = organisation_id order by line.created_at`,
  },
]

/**
 * A stored consent version ends with `/` and a number of storage days (`examConsentVersionOf`). The copy shows the
 * version without them.
 */
const textVersion = (column: string) => sql`regexp_replace(${sql.ref(column)}, '/[0-9]+$', '')`

/** These sections never contain hashes, keys or tokens. */
export const personCopySections: readonly CopySection[] = [
  {
    key: 'profile',
    title: '个人资料',
    columns: [
      ['name', '姓名'],
      ['idType', '证件类型', dataCopyLabels.idType],
      ['idNo', '证件号'],
      ['phone', '手机号'],
      ['certificateNo', '资格证书编号'],
      ['gender', '性别', dataCopyLabels.gender],
      ['education', '学历'],
      ['school', '毕业院校'],
      ['major', '专业'],
      ['titleCode', '职称代码'],
      ['employer', '执业单位'],
      ['employerCreditCode', '单位统一社会信用代码'],
      ['registrationNo', '注册证编号'],
      ['registrationValidTo', '注册有效期'],
      ['practiceScope', '执业范围'],
      ['city', '所在城市'],
      ['address', '地址'],
      ['email', '邮箱'],
      ['createdAt', '注册时间'],
      ['mergedAt', '合并时间'],
    ],
    rows: (ids) => sql`
      select name, id_type as "idType", id_no as "idNo", phone, certificate_no as "certificateNo", gender, education, school, major,
        title_code as "titleCode", employer, employer_credit_code as "employerCreditCode", registration_no as "registrationNo",
        registration_valid_to as "registrationValidTo", practice_scope as "practiceScope", city, address, email,
        created_at as "createdAt", closed_at as "mergedAt"
      from student where id = any(${ids}::uuid[]) order by closed_at nulls first`,
  },
  {
    key: 'agreements',
    title: '同意过的协议',
    columns: [
      ['document', '文件', dataCopyLabels.document],
      ['version', '版本'],
      ['at', '时间'],
      ['way', '方式', dataCopyLabels.way],
    ],
    rows: (ids) => sql`
      select document, ${textVersion('agreement.version')} as version, at, way from agreement where student_id = any(${ids}::uuid[]) order by id`,
  },
  {
    key: 'examConsents',
    title: '考试须知与核验方式',
    columns: [
      ['course', '课程'],
      ['mode', '核验方式', dataCopyLabels.mode],
      ['version', '须知版本'],
      ['keepDays', '照片保存天数'],
      ['at', '时间'],
    ],
    rows: (ids) => sql`
      select course.title as course, mode, ${textVersion('exam_consent.version')} as version,
        substring(exam_consent.version from '/([0-9]+)$') as "keepDays", at from exam_consent
      join sign_course on sign_course.id = exam_consent.sign_course_id join course on course.id = sign_course.course_id
      where student_id = any(${ids}::uuid[]) order by exam_consent.id`,
  },
  {
    key: 'messages',
    title: '站内消息',
    columns: [
      ['title', '标题'],
      ['body', '内容'],
      ['at', '时间'],
      ['readAt', '阅读时间'],
    ],
    rows: (ids) => sql`
      select title, body, created_at as at, read_at as "readAt" from message where student_id = any(${ids}::uuid[]) order by created_at`,
  },
  {
    key: 'outside',
    title: '同意用邮件、短信接收通知',
    columns: [
      ['channel', '方式', dataCopyLabels.channel],
      ['to', '接收地址'],
      ['agreedAt', '同意时间'],
    ],
    rows: (ids) => sql`
      select channel, coalesce(consent.address, phone) as "to", agreed_at as "agreedAt"
      from message_consent consent join student on student.id = student_id where student_id = any(${ids}::uuid[]) order by agreed_at`,
  },
  {
    key: 'deliveries',
    title: '发出的邮件与短信',
    columns: [
      ['title', '消息'],
      ['channel', '方式', dataCopyLabels.channel],
      ['state', '结果', dataCopyLabels.delivery],
      ['queuedAt', '排队时间'],
      ['sentAt', '发出时间'],
    ],
    rows: (ids) => sql`
      select title, channel, state, queued_at as "queuedAt", sent_at as "sentAt"
      from message_delivery join message on message.id = message_id
      where message_delivery.student_id = any(${ids}::uuid[]) order by queued_at`,
  },
  {
    key: 'files',
    title: '上传的文件',
    note: '佐证材料和头像在副本的“文件”目录里，“位置”一栏是它的路径。考试抓拍的照片不在副本里，到期删除的只留下这一行；材料合计超过 1 GB 时，最早上传的可在对应页面下载。',
    columns: [
      ['name', '文件名'],
      ['place', '位置'],
      ['purpose', '用途', dataCopyLabels.purpose],
      ['size', '字节'],
      ['createdAt', '上传时间'],
      ['deleteDueAt', '到期删除'],
      ['deletedAt', '已删除'],
    ],
    rows: (ids, places) => sql`
      select name, ${pathInDataCopy(places)} as place, purpose, size, created_at as "createdAt", delete_due_at as "deleteDueAt", deleted_at as "deletedAt"
      from file where owner_id = any(${ids}::uuid[]) order by created_at`,
  },
  {
    key: 'corrections',
    title: '更正申请',
    columns: [
      ['field', '项目', dataCopyLabels.field],
      ['wanted', '申请更正为'],
      ['reason', '原因'],
      ['askedAt', '申请时间'],
      ['state', '结果', dataCopyLabels.request],
      ['settledAt', '办结时间'],
      ['note', '意见'],
      ['file', '佐证'],
    ],
    rows: (ids, places) => sql`
      select field, wanted, reason, asked_at as "askedAt", state, settled_at as "settledAt", note,
        coalesce(${pathInDataCopy(places)}, file.name) as file
      from correction_request left join file on file.id = file_id
      where student_id = any(${ids}::uuid[]) order by asked_at`,
  },
  {
    key: 'requests',
    title: '副本与注销申请',
    columns: [
      ['what', '事项'],
      ['askedAt', '申请时间'],
      ['endedAt', '完成或撤回时间'],
    ],
    rows: (ids) => sql`
      select '个人信息副本' as what, asked_at as "askedAt", settled_at as "endedAt" from data_export where student_id = any(${ids}::uuid[])
      union all
      select '注销账号', asked_at, coalesce(cancelled_at, done_at) from account_closing where student_id = any(${ids}::uuid[])
      order by 2`,
  },
  {
    key: 'sessions',
    title: '登录会话（近 14 天）',
    columns: [
      ['createdAt', '登录时间'],
      ['seenAt', '最近使用'],
      ['revokedAt', '结束时间'],
    ],
    rows: (ids) => sql`
      select created_at as "createdAt", seen_at as "seenAt", revoked_at as "revokedAt"
      from session where student_id = any(${ids}::uuid[]) order by created_at desc`,
  },
  {
    key: 'securityLog',
    title: '安全日志',
    columns: [
      ['at', '时间'],
      ['event', '事件', dataCopyLabels.event],
      ['ip', 'IP 地址'],
      ['userAgent', '浏览器'],
    ],
    rows: (ids) => sql`
      select at, event, ip, user_agent as "userAgent" from security_log where student_id = any(${ids}::uuid[]) order by at desc`,
  },
]

/** Returns null when the copy does not contain the file. */
export function pathInDataCopy(places: CopyFilePaths): RawBuilder<string | null> {
  return sql`${JSON.stringify(places)}::jsonb ->> file.id::text`
}
