import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { staffRoute } from '../../platform/staff-calls.ts'
import { decide, propose, withdraw } from './service/judge.ts'
import { deskReviews, lookAtReview, neighboursOf } from './service/read.ts'

export default function captureReviewRoutes(app: FastifyInstance, deps: Deps): void {
  const calls = staffCalls.capture_review
  staffRoute(app, deps, calls.list, ({ input }) => deskReviews(deps, input))
  staffRoute(app, deps, calls.info, ({ staff, input }) =>
    lookAtReview(deps, staff, input.attemptId),
  )
  staffRoute(app, deps, calls.neighbours, ({ input }) => neighboursOf(deps, input))
  staffRoute(app, deps, calls.propose, ({ staff, input }) => propose(deps, staff, input))
  staffRoute(app, deps, calls.decide, ({ staff, input }) => decide(deps, staff, input))
  staffRoute(app, deps, calls.withdraw, ({ staff, input }) => withdraw(deps, staff, input))
}
