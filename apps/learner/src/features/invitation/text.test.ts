import type { Invitation } from '@ce/client/invitation.ts'
import { describe, expect, it } from 'vitest'
import { paths } from '../../paths.ts'
import type { PlanYear } from '../course/sign-states.ts'
import { signUpConfirmation } from '../course/sign-text.ts'
import {
  agreedCoursesOf,
  invitationNotesOf,
  nextStepOfInvitation,
  otherPayerText,
  ownOrderLabel,
  payingEmployerOf,
} from './notes.ts'
import {
  declineInvitationConfirmation,
  invitationObstacleLink,
  invitationObstacleText,
  invitationStateMark,
} from './text.ts'

const agreed: Invitation = {
  ...{ id: 'i', organisationName: '甲药房', year: 2026, planTitle: '2026 年度', planState: 'OPEN' },
  signStartAt: '2026-01-01T00:00:00+08:00',
  ...{ price: 12_000, state: 'CONFIRMED', payment: 'NONE', obstacle: null, signId: null },
  ...{ createdAt: '2026-03-01T00:00:00Z', answeredAt: '2026-03-02T00:00:00Z' },
  ...{ courseIds: [], requiredHours: 60, mayConfirm: true, mayDecline: true },
}
const alone: Invitation = { ...agreed, obstacle: 'PAID', signId: 's', mayConfirm: false }
const waiting: Invitation = { ...agreed, id: 'w', state: 'INVITED', answeredAt: null }

describe('invitation texts', () => {
  it('an accepted invitation waits for the employer unless the student has paid', () => {
    expect(invitationStateMark(agreed).label).toBe('已确认，等待单位缴费')
    expect(invitationObstacleText(agreed)).toBeNull()
    expect(invitationStateMark(alone).label).toBe('您已自行缴费')
    expect(invitationObstacleText(alone)).toContain('已另行报名')
    expect(invitationObstacleLink(alone)?.to).toBe(paths.course('s'))
    expect(declineInvitationConfirmation(alone).text).not.toContain('缴费')
    expect(invitationStateMark({ ...alone, price: 0 }).label).toBe('您已自行报名')
    // Here the employer got a refund, and the student paid.
    expect(invitationStateMark({ ...alone, payment: 'REFUNDED' }).label).toBe('您已自行缴费')
  })

  it('an unanswered invitation names the payment that made it unnecessary', () => {
    expect(invitationStateMark(waiting).label).toBe('等待您确认')
    const settled: Invitation = { ...waiting, obstacle: 'PAID', mayConfirm: false }
    expect(invitationStateMark(settled).label).toBe('您已自行缴费')
    expect(invitationObstacleText(settled)).not.toContain('已另行报名')
    expect(invitationStateMark({ ...settled, obstacle: 'OTHER' }).label).toContain('另一家单位')
  })

  it('an invitation to a future year says when it can be accepted', () => {
    const early: Invitation = {
      ...waiting,
      ...{ planState: 'UPCOMING', signStartAt: '2027-01-01T00:00:00+08:00', mayConfirm: false },
    }
    expect(invitationStateMark(early)).toEqual({ label: '报名尚未开始', kind: 'todo' })
    expect(invitationObstacleText(early)).toBe('报名自 2027-01-01 起，届时可以在这里确认。')
    expect(invitationStateMark({ ...early, obstacle: 'DISABLED' }).label).toBe('单位现在不能代缴')
    expect(invitationObstacleText({ ...early, state: 'DECLINED' })).toBeNull()
  })

  it('an invitation links to the order that blocks it, and a declined one shows no obstacle', () => {
    const ordered: Invitation = { ...agreed, obstacle: 'ORDERED' }
    expect(invitationStateMark(ordered).label).toBe('您另有订单待支付')
    expect(invitationObstacleLink(ordered)?.to).toBe(paths.orders())
    expect(invitationStateMark({ ...waiting, obstacle: 'ORDERED' }).label).toBe('等待您确认')
    const declined: Invitation = { ...alone, state: 'DECLINED' }
    expect(invitationStateMark(declined).label).toBe('已谢绝')
    expect([invitationObstacleText(declined), invitationObstacleLink(declined)]).toEqual([null, null])
  })
})

describe('notes before signing up alone', () => {
  it('notes before sign-up name the employers that ask or will pay for the shown year', () => {
    const later: Invitation = { ...agreed, id: 'l', year: 2027 }
    expect(invitationNotesOf([waiting, later]).map(({ id }) => id)).toEqual(['w', 'l'])
    expect(invitationNotesOf([waiting, later], 2027)).toMatchObject([
      { id: 'l', text: expect.stringContaining('“甲药房”将为您缴纳 2027 年度') },
    ])
    expect(invitationNotesOf([{ ...agreed, payment: 'PENDING' }])[0]?.text).toContain('正在为您缴纳')
    expect(invitationNotesOf([{ ...agreed, obstacle: 'ORDERED' }])[0]?.text).toContain('取消那笔订单')
    expect(invitationNotesOf(undefined)).toEqual([])
  })

  it('notes before sign-up announce no employer payment that cannot happen', () => {
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
    expect(invitationNotesOf(never)).toEqual([])
    expect(never.filter((one) => payingEmployerOf([one], { year: 2026 }))).toEqual([])
  })

  it('signing up without the employer warns that the employer will no longer pay', () => {
    const ordered: Invitation = { ...agreed, obstacle: 'ORDERED', signId: 's' }
    expect(payingEmployerOf([agreed], { year: 2026 })).toBe('甲药房')
    expect(payingEmployerOf([agreed], { year: 2025 })).toBeUndefined()
    expect(payingEmployerOf([ordered], { signId: 's' })).toBe('甲药房')
    expect(payingEmployerOf([ordered], { signId: 'other' })).toBeUndefined()
    const plan: PlanYear = {
      ...{ year: 2026, planId: 'p', title: '2026 年度', state: 'OPEN', price: 12_000 },
      ...{ signStartAt: '2026-01-01T00:00:00Z', signEndAt: '2026-11-30T16:00:00Z' },
      ...{ studyEndAt: '2026-12-31T16:00:00Z', employerPays: false, trial: false },
      requiredHours: { professional: 60, public: 30 },
    }
    const choice = { courseIds: ['a'], hours: 60, required: 60, enough: true }
    const { text } = signUpConfirmation(plan, choice, '甲药房')
    expect(text).toContain('自行缴费之后，单位不会再为您缴费')
    expect(signUpConfirmation(plan, choice).text).not.toContain('单位')
  })

  it('the student’s own unpaid order can be viewed but not paid while an employer will pay', () => {
    const ordered: Invitation = { ...agreed, obstacle: 'ORDERED', signId: 's' }
    const pay = { kind: 'PAY', year: 2026 } as const
    expect(nextStepOfInvitation(pay, [ordered])).toEqual({ action: '查看订单', to: paths.orders() })
    expect(nextStepOfInvitation(pay, [waiting])).toBeNull()
    expect(ownOrderLabel(undefined)).toBe('去支付')
    expect(otherPayerText('甲药房')).toContain('请取消这笔订单')
  })

  it('courses of an accepted invitation stay selected when the student pays without the employer', () => {
    const chosen: Invitation = { ...agreed, courseIds: ['a', 'b'] }
    expect(agreedCoursesOf([chosen], 2026)).toEqual(new Set(['a', 'b']))
    expect(agreedCoursesOf([chosen], 2025)).toBeUndefined()
    expect(agreedCoursesOf([waiting], 2026)).toBeUndefined()
  })

  it('an accepted invitation replaces the sign-up step of its year only', () => {
    const sign = { kind: 'SIGN', year: 2026 } as const
    expect(nextStepOfInvitation(sign, [agreed])).toEqual({
      action: '查看单位代缴',
      to: paths.invitations(),
    })
    expect(nextStepOfInvitation({ ...sign, year: 2025 }, [agreed])).toBeNull()
    expect(nextStepOfInvitation({ ...sign, kind: 'STUDY' }, [agreed])).toBeNull()
    expect(nextStepOfInvitation(sign, [waiting, alone])).toBeNull()
    expect(nextStepOfInvitation(sign, undefined)).toBeNull()
  })
})
