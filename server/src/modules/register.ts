import type { FastifyInstance } from 'fastify'
import type { Deps } from '../platform/deps.ts'
import certificationGrantRoutes from './certification_grant/routes.ts'
import examRoutes from './exam/routes.ts'
import fileRoutes from './file/routes.ts'
import firstPageRoutes from './first_page/routes.ts'
import studentRoutes from './student/routes.ts'

/** Every module's routes; a new module is one line here. */
export function registerModules(app: FastifyInstance, deps: Deps): void {
  for (const routes of [
    studentRoutes,
    fileRoutes,
    examRoutes,
    firstPageRoutes,
    certificationGrantRoutes,
  ])
    routes(app, deps)
}
