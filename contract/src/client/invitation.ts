import { z } from 'zod'
import { done, fen, id, instant, nothing, planState } from '../common.ts'
import { defineCall } from '../define.ts'

/** INVITED: waits for an answer · WITHDRAWN: the employer took it back */
export const invitationState = z.enum(['INVITED', 'CONFIRMED', 'DECLINED', 'WITHDRAWN'])

/** What the employer's money has done: nothing yet · an order waits to be paid · paid · going or gone back */
const invitationPayment = z.enum(['NONE', 'PENDING', 'PAID', 'REFUNDED'])

/**
 * What keeps the employer from paying for me now. PAID: the year is paid by myself · REFUNDING: my own money is on its way back ·
 * OTHER: another employer was agreed to · ORDERED: an order of my own waits to be paid · CLOSED: sign-up ended ·
 * DISABLED: the employer's account is
 */
const invitationObstacle = z.enum(['PAID', 'REFUNDING', 'OTHER', 'ORDERED', 'CLOSED', 'DISABLED'])

export const invitation = {
  mine: defineCall({
    method: 'GET',
    path: '/invitation/v1/mine',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '单位代缴邀请：写着我的姓名与证件号（或资格证书编号）的，新的在前',
    request: nothing,
    response: z.object({
      list: z.array(
        z.object({
          id,
          organisationName: z.string(),
          year: z.int(),
          planTitle: z.string(),
          planState,
          /** before it nobody can agree */
          signStartAt: instant,
          price: fen,
          state: invitationState,
          payment: invitationPayment,
          /** null: nothing does, or it has ordered already */
          obstacle: invitationObstacle.nullable(),
          /** my sign-up of that year, once there is one */
          signId: id.nullable(),
          createdAt: instant,
          answeredAt: instant.nullable(),
          /** chosen when it was agreed to; else what is proposed: the required ones, and electives in their order until the hours are reached */
          courseIds: z.array(id),
          /** professional hours that a choice must reach */
          requiredHours: z.number(),
          /** nothing hinders an agreement now: the year takes sign-ups, is not paid, and no employer was agreed to or ordered */
          mayConfirm: z.boolean(),
          /** the answer may still be taken back: the employer has not ordered */
          mayDecline: z.boolean(),
        }),
      ),
    }),
    refusals: [],
  }),
  confirm: defineCall({
    method: 'POST',
    path: '/invitation/v1/confirm',
    audience: 'student',
    agreement: 'needed',
    summary: '确认由单位代缴，并选定课程；单位从此看到“已确认”与完成状态',
    request: z.object({
      id,
      courseIds: z.array(id, '请选择课程').min(1, '请选择课程').max(200, '课程过多'),
    }),
    response: done,
    refusals: [
      'invitation.notFound',
      'invitation.withdrawn',
      'invitation.otherEmployer',
      'invitation.ordered',
      'invitation.confirmationsSpent',
      'order.planClosed',
      'order.planNotYetOpen',
      'order.alreadyPaid',
      'order.notOfPlan',
      'order.requiredMissing',
      'order.notEnoughHours',
    ],
  }),
  decline: defineCall({
    method: 'POST',
    path: '/invitation/v1/decline',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '谢绝单位代缴，或撤回确认；单位下单之后不能撤回',
    request: z.object({ id }),
    response: done,
    refusals: ['invitation.notFound', 'invitation.withdrawn', 'invitation.ordered'],
  }),
}
