import { queryOptions } from '@tanstack/react-query'
import { type StaffOutput, staffRead, useStaffWrite } from '../staff-call.ts'

export type ImportReport = StaffOutput<'POST /poster_import/v1/check'>
export type ImportRow = ImportReport['rows'][number]

const askEveryMs = 1000

/** How an import stands; asked every second while it runs. */
export const importStateQuery = (importId: string) =>
  queryOptions({
    ...staffRead('GET /poster_import/v1/state', { importId }),
    refetchInterval: ({ state }) => (state.data?.state === 'RUNNING' ? askEveryMs : false),
  })

/** A dry run: a report, and nothing written. */
export const useCheckImport = () =>
  useStaffWrite('POST /poster_import/v1/check', [], { quiet: true })

/** Writes what the dry run found; importStateQuery follows it. */
export const useRunImport = () =>
  useStaffWrite(
    'POST /poster_import/v1/run',
    ['GET /poster_import/v1/state', 'GET /poster/v1/list'],
    { quiet: true },
  )
