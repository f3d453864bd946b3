import { clientCalls, staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/calls.ts'
import { staffRoute } from '../../platform/staff-calls.ts'
import type { Workloads } from '../../platform/workloads.ts'
import { checkReduction, reverseReduction } from './service/after.ts'
import { deskReduction, deskReductions } from './service/desk.ts'
import { offeredTypes, queryReductions, reductionInfo } from './service/read.ts'
import { approveAll, decideReduction } from './service/review.ts'
import { saveType, typeList } from './service/types.ts'
import { saveReduction, submitReduction, withdrawReduction } from './service/write.ts'

export default function courseReduceRoutes(app: FastifyInstance, workloads: Workloads): void {
  const own = clientCalls.course_reduce
  route(app, workloads, own.types, ({ deps }) => offeredTypes(deps))
  route(app, workloads, own.save, ({ deps, student, input }) => saveReduction(deps, student, input))
  route(app, workloads, own.submit, ({ deps, student, input }) =>
    submitReduction(deps, student, input),
  )
  route(app, workloads, own.withdraw, ({ deps, student, input }) =>
    withdrawReduction(deps, student, input),
  )
  route(app, workloads, own.query, ({ deps, student, input }) =>
    queryReductions(deps, student, input),
  )
  route(app, workloads, own.info, ({ deps, student, input }) =>
    reductionInfo(deps, student, input.id),
  )
  const desk = staffCalls.course_reduce
  staffRoute(app, workloads, desk.types, ({ deps }) => typeList(deps))
  staffRoute(app, workloads, desk.saveType, ({ deps, staff, input }) =>
    saveType(deps, staff, input),
  )
  staffRoute(app, workloads, desk.list, ({ deps, input }) => deskReductions(deps, input))
  staffRoute(app, workloads, desk.info, ({ deps, staff, input }) =>
    deskReduction(deps, staff, input.id),
  )
  staffRoute(app, workloads, desk.decide, ({ deps, staff, input }) =>
    decideReduction(deps, staff, input),
  )
  staffRoute(app, workloads, desk.approveAll, ({ deps, staff, input }) =>
    approveAll(deps, staff, input),
  )
  staffRoute(app, workloads, desk.check, ({ deps, staff, input }) =>
    checkReduction(deps, staff, input),
  )
  staffRoute(app, workloads, desk.reverse, ({ deps, staff, input }) =>
    reverseReduction(deps, staff, input),
  )
}
