import { clientCalls, staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/calls.ts'
import type { Deps } from '../../platform/deps.ts'
import { staffRoute } from '../../platform/staff-calls.ts'
import { checkReduction, reverseReduction } from './service/after.ts'
import { deskReduction, deskReductions } from './service/desk.ts'
import { offeredTypes, queryReductions, reductionInfo } from './service/read.ts'
import { approveAll, decideReduction } from './service/review.ts'
import { saveType, typeList } from './service/types.ts'
import { saveReduction, submitReduction, withdrawReduction } from './service/write.ts'

export default function courseReduceRoutes(app: FastifyInstance, deps: Deps): void {
  const own = clientCalls.course_reduce
  route(app, deps, own.types, () => offeredTypes(deps))
  route(app, deps, own.save, ({ student, input }) => saveReduction(deps, student, input))
  route(app, deps, own.submit, ({ student, input }) => submitReduction(deps, student, input))
  route(app, deps, own.withdraw, ({ student, input }) => withdrawReduction(deps, student, input))
  route(app, deps, own.query, ({ student, input }) => queryReductions(deps, student, input))
  route(app, deps, own.info, ({ student, input }) => reductionInfo(deps, student, input.id))
  const desk = staffCalls.course_reduce
  staffRoute(app, deps, desk.types, () => typeList(deps))
  staffRoute(app, deps, desk.saveType, ({ staff, input }) => saveType(deps, staff, input))
  staffRoute(app, deps, desk.list, ({ input }) => deskReductions(deps, input))
  staffRoute(app, deps, desk.info, ({ staff, input }) => deskReduction(deps, staff, input.id))
  staffRoute(app, deps, desk.decide, ({ staff, input }) => decideReduction(deps, staff, input))
  staffRoute(app, deps, desk.approveAll, ({ staff, input }) => approveAll(deps, staff, input))
  staffRoute(app, deps, desk.check, ({ staff, input }) => checkReduction(deps, staff, input))
  staffRoute(app, deps, desk.reverse, ({ staff, input }) => reverseReduction(deps, staff, input))
}
