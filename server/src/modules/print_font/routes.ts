import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { staffRoute } from '../../platform/staff-calls.ts'
import type { Workloads } from '../../platform/workloads.ts'
import { addFont, checkFont } from './service/add.ts'
import { deskFont, deskFonts, deskLetters } from './service/desk.ts'
import { removeFont } from './service/remove.ts'

const calls = staffCalls.print_font

export default function printFontRoutes(app: FastifyInstance, workloads: Workloads): void {
  staffRoute(app, workloads, calls.letters, ({ deps }) => deskLetters(deps))
  staffRoute(app, workloads, calls.fonts, ({ deps }) => deskFonts(deps))
  staffRoute(app, workloads, calls.font, ({ deps, input }) => deskFont(deps, input))
  staffRoute(app, workloads, calls.check, ({ deps, staff, input }) => checkFont(deps, staff, input))
  staffRoute(app, workloads, calls.add, ({ deps, staff, input }) => addFont(deps, staff, input))
  staffRoute(app, workloads, calls.remove, ({ deps, staff, input }) =>
    removeFont(deps, staff, input),
  )
}
