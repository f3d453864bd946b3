import { type StaffOutput, staffRead, useStaffWrite } from '../staff-call.ts'

export type SettingFigure = StaffOutput<'GET /setting/v1/list'>['list'][number]

/** Settings that staff may change, with their limits (decision 036). */
export const settingsQuery = () => staffRead('GET /setting/v1/list', {})

/** A changed setting takes effect within five seconds on every process. */
export const useUpdateSetting = () => useStaffWrite('POST /setting/v1/set', ['GET /setting/v1/list'], { quiet: true })
