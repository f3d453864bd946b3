import { type StaffOutput, staffRead, useStaffWrite } from '../staff-call.ts'

export type SettingFigure = StaffOutput<'GET /setting/v1/list'>['list'][number]

/** Figures staff may change, with their bounds (decision 036). */
export const settingsQuery = () => staffRead('GET /setting/v1/list', {})

/** Counts within five seconds, in every process. */
export const useSetFigure = () =>
  useStaffWrite('POST /setting/v1/set', ['GET /setting/v1/list'], { quiet: true })
