import {
  type StaffInput,
  type StaffOutput,
  staffRead,
  staffReadToEdit,
  useStaffWrite,
} from '../staff-call.ts'

export type PlanRow = StaffOutput<'GET /plan/v1/list'>[number]
export type DeskPlan = StaffOutput<'GET /plan/v1/info'>
export type PlanState = PlanRow['state']
export type PlanContent = StaffInput<'POST /plan/v1/save'>['content']

/** Every year, newest first, drafts too. */
export const planListQuery = () => staffRead('GET /plan/v1/list', {})

/** Never renewed by itself under somebody who is editing it, and forgotten with the page. */
export const deskPlanQuery = (id: string) => staffReadToEdit('GET /plan/v1/info', { id })

/** the open plan itself is fetched anew by its page, which knows what is unsaved */
const renewed = ['GET /plan/v1/list', 'GET /teaching/v1/courses'] as const
/** the forms show what went wrong themselves */
const quiet = { quiet: true }

/** Once somebody has paid, year, price and required hours stay. */
export const useSavePlan = () => useStaffWrite('POST /plan/v1/save', renewed, quiet)
/** From its window's begin on students may sign up. */
export const useOpenPlan = () => useStaffWrite('POST /plan/v1/open', renewed, quiet)
/** Before its window ends, or open again; whoever signed up goes on. */
export const useClosePlan = () => useStaffWrite('POST /plan/v1/close', renewed, quiet)
/** Of a draft that was never opened. */
export const useRemovePlan = () => useStaffWrite('POST /plan/v1/remove', renewed)
