import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { staffRoute } from '../../platform/staff-calls.ts'
import type { Workloads } from '../../platform/workloads.ts'
import { decide, propose, withdraw } from './service/judge.ts'
import { deskReviews, lookAtReview, neighboursOf } from './service/read.ts'

export default function captureReviewRoutes(app: FastifyInstance, workloads: Workloads): void {
  const calls = staffCalls.capture_review
  staffRoute(app, workloads, calls.list, ({ deps, input }) => deskReviews(deps, input))
  staffRoute(app, workloads, calls.info, ({ deps, staff, input }) =>
    lookAtReview(deps, staff, input.attemptId),
  )
  staffRoute(app, workloads, calls.neighbours, ({ deps, input }) => neighboursOf(deps, input))
  staffRoute(app, workloads, calls.propose, ({ deps, staff, input }) => propose(deps, staff, input))
  staffRoute(app, workloads, calls.decide, ({ deps, staff, input }) => decide(deps, staff, input))
  staffRoute(app, workloads, calls.withdraw, ({ deps, staff, input }) =>
    withdraw(deps, staff, input),
  )
}
