import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { pollWhileServerWorks } from '../import-calls.ts'
import {
  type StaffInput,
  type StaffOutput,
  staffCall,
  staffRead,
  staffReadPage,
  staffReadToEdit,
  useStaffWrite,
} from '../staff-call.ts'

export type PosterImportReport = StaffOutput<'POST /poster_import/v1/check'>
export type PosterImportRow = PosterImportReport['rows'][number]
export type PosterImportSummary = StaffOutput<'GET /poster_import/v1/list'>['list'][number]
export type EditablePosterImportItem = StaffOutput<'GET /poster_import/v1/item'>

/** The import is refetched every second while it runs. */
export const posterImportStateQuery = (importId: string) =>
  queryOptions({
    ...staffRead('GET /poster_import/v1/state', { importId }),
    refetchInterval: pollWhileServerWorks,
  })

export const posterImportsQuery = (input: StaffInput<'GET /poster_import/v1/list'>) =>
  staffReadPage('GET /poster_import/v1/list', input)

/** The imported item is not refetched during editing. */
export const posterImportItemQuery = (importId: string, no: number) =>
  staffReadToEdit('GET /poster_import/v1/item', { importId, no })

export const posterImportPreviewQuery = (importId: string, no: number) =>
  queryOptions({ ...staffRead('GET /poster_import/v1/item', { importId, no }), staleTime: 0 })

/**
 * Checks an import in a dry run, which writes nothing. If the response is lost, the import is found in the list of
 * imports.
 */
export function useCheckPosterImport() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: StaffInput<'POST /poster_import/v1/check'>) => staffCall('POST /poster_import/v1/check', input),
    onSettled: () => client.invalidateQueries({ queryKey: ['staff', 'GET /poster_import/v1/list'] }),
    meta: { quiet: true },
  })
}

const renewed = ['GET /poster_import/v1/state', 'GET /poster_import/v1/list'] as const

/** Writes the checked items; `posterImportStateQuery` follows the progress. */
export const useRunPosterImport = () =>
  useStaffWrite('POST /poster_import/v1/run', [...renewed, 'GET /poster/v1/list'], { quiet: true })

export const useEditPosterImportItem = () => useStaffWrite('POST /poster_import/v1/mend', renewed, { quiet: true })

export const useSetPosterImportRows = () => useStaffWrite('POST /poster_import/v1/choose', renewed, { quiet: true })

export const useCancelPosterImport = () => useStaffWrite('POST /poster_import/v1/cancel', renewed, { quiet: true })
