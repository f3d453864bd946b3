import type { FastifyInstance } from 'fastify'
import type { Deps } from '../platform/deps.ts'
import firstPageRoutes from './first_page/routes.ts'
import studentRoutes from './student/routes.ts'

/** Every module's routes; a new module is one line here. */
export function registerModules(app: FastifyInstance, deps: Deps): void {
  for (const routes of [studentRoutes, firstPageRoutes]) routes(app, deps)
}
