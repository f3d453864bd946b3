import { yearNameTexts } from '@ce/contract/trial-text'
import { fenToYuan } from '../../../platform/payments/channel-values.ts'
import { shanghaiDay, shanghaiTime } from '../../../platform/shanghai-day.ts'
import type { announce } from '../../message/service/announce.ts'
import type { DeskPlan, PlanColumns } from '../service/desk.ts'

type Announcement = Parameters<typeof announce>[1]

/**
 * A start or end at midnight is shown only as a date, other times with hours and minutes; an end at midnight gets the
 * date of the day before.
 */
function dayOf(at: Date, isEnd: boolean): string {
  const clock = shanghaiTime(at).slice(0, 16)
  if (isEnd && /(00:00|23:59)$/.test(clock)) return shanghaiDay(new Date(at.getTime() - 1))
  return clock.replace(/ 00:00$/, '')
}

/** Lists the plan changes for paid students, whose price and required hours cannot change. */
function toPaid(before: DeskPlan, after: PlanColumns): string[] {
  const [was, is] = [dayOf(before.studyEndAt, true), dayOf(after.studyEndAt, true)]
  return was === is ? [] : [`学习与考试的截止时间由 ${was} 改为 ${is}`]
}

/** Lists the plan changes for students who signed up but have not paid. */
function toUnpaid(before: DeskPlan, after: PlanColumns): string[] {
  const [was, is] = [windowOf(before), windowOf(after)]
  return [
    ...(was === is ? [] : [`报名时间由 ${was} 改为 ${is}`]),
    ...toPaid(before, after),
    ...(before.priceFen === after.priceFen
      ? []
      : [`报名费由 ¥${fenToYuan(before.priceFen)} 改为 ¥${fenToYuan(after.priceFen)}`]),
    ...hoursChange('专业科目', before.requiredProfessional, after.requiredProfessional),
    ...hoursChange('公需科目', before.requiredPublic, after.requiredPublic),
  ]
}

const windowOf = ({ signStartAt, signEndAt }: PlanColumns) =>
  `${dayOf(signStartAt, false)} 至 ${dayOf(signEndAt, true)}`

function hoursChange(subject: string, before: number, after: number): string[] {
  return before === after ? [] : [`${subject}要求的学时由 ${before / 10} 改为 ${after / 10}`]
}

export function planChangeAnnouncements(before: DeskPlan, after: PlanColumns): Announcement[] {
  const about = { audienceId: before.id, kind: 'DEADLINE' } as const
  const { year } = yearNameTexts(before)
  const [paid, unpaid] = [toPaid(before, after), toUnpaid(before, after)]
  return [
    ...(paid.length > 0
      ? [
          {
            ...about,
            audience: 'PLAN_PAID' as const,
            title: `${year}学习截止时间已调整`,
            body: `${year}${paid.join('；')}。请在截止前完成学习与考试。`,
            link: '/system/my-courses',
          },
        ]
      : []),
    ...(unpaid.length > 0
      ? [
          {
            ...about,
            audience: 'PLAN_UNPAID' as const,
            title: `${year}报名计划已调整`,
            body: `${year}${unpaid.join('；')}。您还没有缴费，需要学习的请在报名截止前完成缴费。`,
            link: `/system/sign?year=${before.year}`,
          },
        ]
      : []),
  ]
}

export function planClosedAnnouncement(plan: Pick<DeskPlan, 'id' | 'year' | 'trial'>, closed: boolean): Announcement {
  const { year } = yearNameTexts(plan)
  return {
    audience: 'PLAN_UNPAID',
    audienceId: plan.id,
    kind: 'DEADLINE',
    title: closed ? `${year}报名已提前结束` : `${year}报名已恢复`,
    body: closed
      ? `${year}报名已提前结束，没有缴费的报名不能再缴费。如有疑问，请联系客服。`
      : `${year}报名已恢复，您还没有缴费，需要学习的请在报名截止前完成缴费。`,
    link: `/system/sign?year=${plan.year}`,
  }
}
