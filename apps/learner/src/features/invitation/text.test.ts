import type { Invitation } from '@ce/client/invitation.ts'
import { describe, expect, it } from 'vitest'
import { paths } from '../../paths.ts'
import type { PlanYear } from '../course/sign-states.ts'
import { signUpQuestion } from '../course/sign-text.ts'
import {
  agreedCourses,
  awaitedEmployer,
  awaitedStep,
  notesOf,
  otherPayerWords,
  payLabel,
} from './notes.ts'
import { declineQuestion, invitationState, obstacleLink, obstacleText } from './text.ts'

const agreed: Invitation = {
  ...{ id: 'i', organisationName: '甲药房', year: 2026, planTitle: '2026 年度', planState: 'OPEN' },
  signStartAt: '2026-01-01T00:00:00+08:00',
  ...{ price: 12_000, state: 'CONFIRMED', payment: 'NONE', obstacle: null, signId: null },
  ...{ createdAt: '2026-03-01T00:00:00Z', answeredAt: '2026-03-02T00:00:00Z' },
  ...{ courseIds: [], requiredHours: 60, mayConfirm: true, mayDecline: true },
}
const alone: Invitation = { ...agreed, obstacle: 'PAID', signId: 's', mayConfirm: false }
const waiting: Invitation = { ...agreed, id: 'w', state: 'INVITED', answeredAt: null }

describe('an invitation', () => {
  it('that was agreed to waits for the employer, unless the student paid alone', () => {
    expect(invitationState(agreed).label).toBe('已确认，等待单位缴费')
    expect(obstacleText(agreed)).toBeNull()
    expect(invitationState(alone).label).toBe('您已自行缴费')
    expect(obstacleText(alone)).toContain('已另行报名')
    expect(obstacleLink(alone)?.to).toBe(paths.course('s'))
    expect(declineQuestion(alone).text).not.toContain('缴费')
    expect(invitationState({ ...alone, price: 0 }).label).toBe('您已自行报名')
    // given back by the employer, then paid alone
    expect(invitationState({ ...alone, payment: 'REFUNDED' }).label).toBe('您已自行缴费')
  })

  it('nobody answered names what settles it, and no list that nobody stands on', () => {
    expect(invitationState(waiting).label).toBe('等待您确认')
    const settled: Invitation = { ...waiting, obstacle: 'PAID', mayConfirm: false }
    expect(invitationState(settled).label).toBe('您已自行缴费')
    expect(obstacleText(settled)).not.toContain('已另行报名')
    expect(invitationState({ ...settled, obstacle: 'OTHER' }).label).toContain('另一家单位')
  })

  it('of a year that is not open yet says from when it can be agreed to', () => {
    const early: Invitation = {
      ...waiting,
      ...{ planState: 'UPCOMING', signStartAt: '2027-01-01T00:00:00+08:00', mayConfirm: false },
    }
    expect(invitationState(early)).toEqual({ label: '报名尚未开始', kind: 'todo' })
    expect(obstacleText(early)).toBe('报名自 2027-01-01 起，届时可以在这里确认。')
    expect(invitationState({ ...early, obstacle: 'DISABLED' }).label).toBe('单位现在不能代缴')
    expect(obstacleText({ ...early, state: 'DECLINED' })).toBeNull()
  })

  it('shows the way to the order that stands between, and an answer before what hinders', () => {
    const ordered: Invitation = { ...agreed, obstacle: 'ORDERED' }
    expect(invitationState(ordered).label).toBe('您另有订单待支付')
    expect(obstacleLink(ordered)?.to).toBe(paths.orders())
    expect(invitationState({ ...waiting, obstacle: 'ORDERED' }).label).toBe('等待您确认')
    const declined: Invitation = { ...alone, state: 'DECLINED' }
    expect(invitationState(declined).label).toBe('已谢绝')
    expect([obstacleText(declined), obstacleLink(declined)]).toEqual([null, null])
  })
})

describe('before signing up alone', () => {
  it('is told who asks and who is going to pay, of the year one looks at', () => {
    const later: Invitation = { ...agreed, id: 'l', year: 2027 }
    expect(notesOf([waiting, later]).map(({ id }) => id)).toEqual(['w', 'l'])
    expect(notesOf([waiting, later], 2027)).toMatchObject([
      { id: 'l', text: expect.stringContaining('“甲药房”将为您缴纳 2027 年度') },
    ])
    expect(notesOf([{ ...agreed, payment: 'PENDING' }])[0]?.text).toContain('正在为您缴纳')
    expect(notesOf([{ ...agreed, obstacle: 'ORDERED' }])[0]?.text).toContain('取消那笔订单')
    expect(notesOf(undefined)).toEqual([])
  })

  it('nothing is promised that will not be', () => {
    const never: Invitation[] = [
      alone,
      { ...agreed, payment: 'REFUNDED' },
      { ...agreed, payment: 'PAID' },
      { ...agreed, planState: 'CLOSED', obstacle: 'CLOSED' },
      { ...agreed, obstacle: 'DISABLED' },
      { ...agreed, price: 0 },
      { ...agreed, state: 'DECLINED' },
      { ...waiting, mayConfirm: false },
    ]
    expect(notesOf(never)).toEqual([])
    expect(never.filter((one) => awaitedEmployer([one], { year: 2026 }))).toEqual([])
  })

  it('the question says that the employer will not pay any more', () => {
    const ordered: Invitation = { ...agreed, obstacle: 'ORDERED', signId: 's' }
    expect(awaitedEmployer([agreed], { year: 2026 })).toBe('甲药房')
    expect(awaitedEmployer([agreed], { year: 2025 })).toBeUndefined()
    expect(awaitedEmployer([ordered], { signId: 's' })).toBe('甲药房')
    expect(awaitedEmployer([ordered], { signId: 'other' })).toBeUndefined()
    const plan: PlanYear = {
      ...{ year: 2026, planId: 'p', title: '2026 年度', state: 'OPEN', price: 12_000 },
      ...{ signStartAt: '2026-01-01T00:00:00Z', signEndAt: '2026-11-30T16:00:00Z' },
      ...{ studyEndAt: '2026-12-31T16:00:00Z', employerPays: false, trial: false },
      requiredHours: { professional: 60, public: 30 },
    }
    const choice = { courseIds: ['a'], hours: 60, required: 60, enough: true }
    const { text } = signUpQuestion(plan, choice, '甲药房')
    expect(text).toContain('自行缴费之后，单位不会再为您缴费')
    expect(signUpQuestion(plan, choice).text).not.toContain('单位')
  })

  it('nobody is asked to pay an own order that waits: it is looked at, and can be cancelled', () => {
    const ordered: Invitation = { ...agreed, obstacle: 'ORDERED', signId: 's' }
    const pay = { kind: 'PAY', year: 2026 } as const
    expect(awaitedStep(pay, [ordered])).toEqual({ action: '查看订单', to: paths.orders() })
    expect(awaitedStep(pay, [waiting])).toBeNull()
    expect(payLabel(undefined)).toBe('去支付')
    expect(otherPayerWords('甲药房')).toContain('请取消这笔订单')
  })

  it('the courses chosen with it are kept for who pays alone after all', () => {
    const chosen: Invitation = { ...agreed, courseIds: ['a', 'b'] }
    expect(agreedCourses([chosen], 2026)).toEqual(new Set(['a', 'b']))
    expect(agreedCourses([chosen], 2025)).toBeUndefined()
    expect(agreedCourses([waiting], 2026)).toBeUndefined()
  })

  it('takes the place of signing up on the workbench, of that year and of nothing else', () => {
    const sign = { kind: 'SIGN', year: 2026 } as const
    expect(awaitedStep(sign, [agreed])).toEqual({
      action: '查看单位代缴',
      to: paths.invitations(),
    })
    expect(awaitedStep({ ...sign, year: 2025 }, [agreed])).toBeNull()
    expect(awaitedStep({ ...sign, kind: 'STUDY' }, [agreed])).toBeNull()
    expect(awaitedStep(sign, [waiting, alone])).toBeNull()
    expect(awaitedStep(sign, undefined)).toBeNull()
  })
})
