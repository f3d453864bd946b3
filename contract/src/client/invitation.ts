import { z } from 'zod'
import { emptyRequest, emptyResponse, fen, id, instant, planState } from '../common.ts'
import { defineCall } from '../define.ts'

/** INVITED waits for the student's response; WITHDRAWN means withdrawn by the employer. */
export const invitationState = z.enum(['INVITED', 'CONFIRMED', 'DECLINED', 'WITHDRAWN'])

/** NONE: no order. PENDING: order unpaid. PAID: order paid. REFUNDED: refund in progress or done. */
const invitationPayment = z.enum(['NONE', 'PENDING', 'PAID', 'REFUNDED'])

/**
 * The reason why the employer cannot pay now. PAID: the student has paid. REFUNDING: the student's payment is being
 * refunded. OTHER: agreed with another employer. ORDERED: the student has an open order. CLOSED: sign-up ended.
 * DISABLED: the employer is disabled.
 */
const invitationObstacle = z.enum(['PAID', 'REFUNDING', 'OTHER', 'ORDERED', 'CLOSED', 'DISABLED'])

export const invitation = {
  mine: defineCall({
    method: 'GET',
    path: '/invitation/v1/mine',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '单位代缴邀请：写着我的姓名与证件号（或资格证书编号）的，新的在前',
    request: emptyRequest,
    response: z.object({
      list: z.array(
        z.object({
          id,
          organisationName: z.string(),
          year: z.int(),
          planTitle: z.string(),
          planState,
          signStartAt: instant,
          price: fen,
          state: invitationState,
          payment: invitationPayment,
          obstacle: invitationObstacle.nullable(),
          signId: id.nullable(),
          createdAt: instant,
          answeredAt: instant.nullable(),
          /**
           * The agreed course choice, or the proposed one: required courses and enough electives to reach the hours.
           */
          courseIds: z.array(id),
          requiredHours: z.number(),
          mayConfirm: z.boolean(),
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
    response: emptyResponse,
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
    response: emptyResponse,
    refusals: ['invitation.notFound', 'invitation.withdrawn', 'invitation.ordered'],
  }),
}
