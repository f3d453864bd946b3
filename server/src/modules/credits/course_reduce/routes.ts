import { clientCalls, staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { registerRoute } from '../../../platform/calls.ts'
import { registerStaffRoute } from '../../../platform/staff-calls.ts'
import type { WorkloadDeps } from '../../../platform/workloads.ts'
import { deskReduction, deskReductions } from './service/desk.ts'
import { listOfferedTypes, queryReductions, reductionInfo } from './service/read.ts'
import { checkApprovedReduction, reverseReduction } from './service/reverse.ts'
import { approveReductions, decideReduction } from './service/review.ts'
import { saveReduction, submitReduction, withdrawReduction } from './service/save.ts'
import { listReductionTypes, saveReductionType } from './service/types.ts'

export default function courseReduceRoutes(app: FastifyInstance, workloads: WorkloadDeps): void {
  const own = clientCalls.course_reduce
  registerRoute(app, workloads, own.types, ({ deps }) => listOfferedTypes(deps))
  registerRoute(app, workloads, own.save, ({ deps, student, input }) => saveReduction(deps, student, input))
  registerRoute(app, workloads, own.submit, ({ deps, student, input }) => submitReduction(deps, student, input))
  registerRoute(app, workloads, own.withdraw, ({ deps, student, input }) => withdrawReduction(deps, student, input))
  registerRoute(app, workloads, own.query, ({ deps, student, input }) => queryReductions(deps, student, input))
  registerRoute(app, workloads, own.info, ({ deps, student, input }) => reductionInfo(deps, student, input.id))
  const desk = staffCalls.course_reduce
  registerStaffRoute(app, workloads, desk.types, ({ deps }) => listReductionTypes(deps))
  registerStaffRoute(app, workloads, desk.saveType, ({ deps, staff, input }) => saveReductionType(deps, staff, input))
  registerStaffRoute(app, workloads, desk.list, ({ deps, input }) => deskReductions(deps, input))
  registerStaffRoute(app, workloads, desk.info, ({ deps, staff, input }) => deskReduction(deps, staff, input.id))
  registerStaffRoute(app, workloads, desk.decide, ({ deps, staff, input }) => decideReduction(deps, staff, input))
  registerStaffRoute(app, workloads, desk.approveAll, ({ deps, staff, input }) => approveReductions(deps, staff, input))
  registerStaffRoute(app, workloads, desk.check, ({ deps, staff, input }) => checkApprovedReduction(deps, staff, input))
  registerStaffRoute(app, workloads, desk.reverse, ({ deps, staff, input }) => reverseReduction(deps, staff, input))
}
