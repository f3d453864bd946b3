import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { staffRoute } from '../../platform/staff-calls.ts'
import { listFigures, setFigure } from './service.ts'

export default function settingRoutes(app: FastifyInstance, deps: Deps): void {
  const calls = staffCalls.setting
  staffRoute(app, deps, calls.list, () => listFigures(deps))
  staffRoute(app, deps, calls.set, ({ staff, input }) => setFigure(deps, staff, input))
}
