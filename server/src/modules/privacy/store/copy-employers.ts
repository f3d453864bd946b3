import { sql } from 'kysely'
import { linesOf } from '../../../platform/db/order-lines.ts'
import type { Section } from '../copy/section.ts'
import { words } from '../copy/words.ts'

/** What employers pay for the person. Of an employer's order, the person's own lines: the others are about others. */
export const employerSections: readonly Section[] = [
  {
    key: 'employers',
    title: '单位代缴',
    note: '您答复过的单位邀请。',
    columns: [
      ['organisation', '单位'],
      ['year', '年度'],
      ['state', '状态', words.invitation],
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
      ['status', '状态', words.order],
      ['createdAt', '下单时间'],
      ['paidAt', '支付时间'],
      ['refunding', '退款中', words.yes],
      ['refundedAt', '退款时间'],
    ],
    rows: (ids) => sql`
      select organisation.name as organisation, title as what, amount_fen / 100.0 as amount, status,
        line.created_at as "createdAt", paid_at as "paidAt", going_back as refunding, refunded_at as "refundedAt"
      from ${linesOf(ids)} line join organisation on organisation.id = organisation_id order by line.created_at`,
  },
]
