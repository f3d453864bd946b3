import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { registerStaffRoute } from '../../../platform/staff-calls.ts'
import type { WorkloadDeps } from '../../../platform/workloads.ts'
import { addPrintFont, checkPrintFont } from './service/add.ts'
import { deskLetters, deskPrintFont, deskPrintFonts } from './service/desk.ts'
import { removePrintFont } from './service/fonts.ts'

const calls = staffCalls.print_font

export default function printFontRoutes(app: FastifyInstance, workloads: WorkloadDeps): void {
  registerStaffRoute(app, workloads, calls.letters, ({ deps }) => deskLetters(deps))
  registerStaffRoute(app, workloads, calls.fonts, ({ deps }) => deskPrintFonts(deps))
  registerStaffRoute(app, workloads, calls.font, ({ deps, input }) => deskPrintFont(deps, input))
  registerStaffRoute(app, workloads, calls.check, ({ deps, staff, input }) => checkPrintFont(deps, staff, input))
  registerStaffRoute(app, workloads, calls.add, ({ deps, staff, input }) => addPrintFont(deps, staff, input))
  registerStaffRoute(app, workloads, calls.remove, ({ deps, staff, input }) => removePrintFont(deps, staff, input))
}
