import { queryOptions } from '@tanstack/react-query'
import {
  type StaffInput,
  type StaffOutput,
  staffRead,
  staffReadPage,
  staffReadToEdit,
  useStaffWrite,
} from '../staff-call.ts'

export type ImportReport = StaffOutput<'POST /poster_import/v1/check'>
export type ImportRow = ImportReport['rows'][number]
export type ImportHead = StaffOutput<'GET /poster_import/v1/list'>['list'][number]
export type ImportItem = StaffOutput<'GET /poster_import/v1/item'>

const askEveryMs = 1000

/** How an import stands; asked every second while it runs. */
export const importStateQuery = (importId: string) =>
  queryOptions({
    ...staffRead('GET /poster_import/v1/state', { importId }),
    refetchInterval: ({ state }) => (state.data?.state === 'RUNNING' ? askEveryMs : false),
  })

/** One's own imports, the newest first. */
export const importsQuery = (input: StaffInput<'GET /poster_import/v1/list'>) =>
  staffReadPage('GET /poster_import/v1/list', input)

/** One item of an import that waits; never renewed under somebody who mends it. */
export const importItemQuery = (importId: string, no: number) =>
  staffReadToEdit('GET /poster_import/v1/item', { importId, no })

/** The same as visitors would see it, as it is now. */
export const importPreviewQuery = (importId: string, no: number) =>
  queryOptions({ ...staffRead('GET /poster_import/v1/item', { importId, no }), staleTime: 0 })

/** A dry run: a report, and nothing written. */
export const useCheckImport = () =>
  useStaffWrite('POST /poster_import/v1/check', ['GET /poster_import/v1/list'], { quiet: true })

const renewed = ['GET /poster_import/v1/state', 'GET /poster_import/v1/list'] as const

/** Writes what the dry run found and a person mended; importStateQuery follows it. */
export const useRunImport = () =>
  useStaffWrite('POST /poster_import/v1/run', [...renewed, 'GET /poster/v1/list'], { quiet: true })

/** Changes an item before it is made. */
export const useMendImported = () =>
  useStaffWrite('POST /poster_import/v1/mend', renewed, { quiet: true })

/** Several rows alike: their category, whether they come along. */
export const useChooseImported = () =>
  useStaffWrite('POST /poster_import/v1/choose', renewed, { quiet: true })

/** Gives an import up; what it has made stays. */
export const useCancelImport = () =>
  useStaffWrite('POST /poster_import/v1/cancel', renewed, { quiet: true })
