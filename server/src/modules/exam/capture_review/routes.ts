import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { registerStaffRoute } from '../../../platform/staff-calls.ts'
import type { WorkloadDeps } from '../../../platform/workloads.ts'
import { decideReview, proposeReview, withdrawReview } from './service/decide.ts'
import { deskReviews, loadAdjacentReviews, loadReviewAndAudit } from './service/read.ts'

export default function captureReviewRoutes(app: FastifyInstance, workloads: WorkloadDeps): void {
  const calls = staffCalls.capture_review
  registerStaffRoute(app, workloads, calls.list, ({ deps, input }) => deskReviews(deps, input))
  registerStaffRoute(app, workloads, calls.info, ({ deps, staff, input }) =>
    loadReviewAndAudit(deps, staff, input.attemptId),
  )
  registerStaffRoute(app, workloads, calls.neighbours, ({ deps, input }) => loadAdjacentReviews(deps, input))
  registerStaffRoute(app, workloads, calls.propose, ({ deps, staff, input }) => proposeReview(deps, staff, input))
  registerStaffRoute(app, workloads, calls.decide, ({ deps, staff, input }) => decideReview(deps, staff, input))
  registerStaffRoute(app, workloads, calls.withdraw, ({ deps, staff, input }) => withdrawReview(deps, staff, input))
}
