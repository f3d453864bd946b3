import { type StaffOutput, staffRead, useStaffWrite } from '../staff-call.ts'

export type SettingFigure = StaffOutput<'GET /setting/v1/list'>['list'][number]

export const settingsQuery = () => staffRead('GET /setting/v1/list', {})

export const useSetFigure = () =>
  useStaffWrite('POST /setting/v1/set', ['GET /setting/v1/list'], { quiet: true })
