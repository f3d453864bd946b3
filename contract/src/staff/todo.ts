import { z } from 'zod'
import { instant } from '../common.ts'
import { defineCall } from '../define.ts'

/** Each queue holds work that waits for a decision. */
const todoQueue = z.enum([
  'REDUCTION_FIRST',
  'REDUCTION_FINAL',
  'REDUCTION_SAMPLE',
  'CAPTURE_OPEN',
  'CAPTURE_SECOND',
  'EXAM_DECISION',
  'EXAM_REGRADE',
  'EXAM_APPEAL',
  'MERGE',
  'CORRECTION',
  'REFUND',
  'DIFFERENCE',
  'CLOSED_MONEY',
  'INVOICE_PENDING',
  'INVOICE_ISSUING',
  'INVOICE_REVERSE',
  'INVOICE_TAX',
  'PROOF_FONT',
  'LEGAL_TEXT',
  'DELIVERY',
])

export const todo = {
  list: defineCall({
    method: 'GET',
    path: '/todo/v1/list',
    audience: 'staff',
    summary: '等着我处理的事：我的权限所及的每个队列各有多少，最早的一件是何时',
    request: z.object({}),
    response: z.object({
      list: z.array(
        z.object({
          queue: todoQueue,
          /** A person's own proposals are left out, because a second person must decide them. */
          count: z.int(),
          oldestAt: instant.nullable(),
        }),
      ),
    }),
    refusals: [],
  }),
}
