import { queryOptions } from '@tanstack/react-query'
import { type StaffInput, type StaffOutput, staffReadPage, useStaffWrite } from '../staff-call.ts'

export type StatisticsFilter = StaffInput<'GET /statistics/v1/year'>
export type YearStatistics = StaffOutput<'GET /statistics/v1/year'>
export type YearFigures = YearStatistics['figures']

/** Sums only, as of the moment they say; asked again while newer ones are worked out. */
export const statisticsQuery = (filter: StatisticsFilter) =>
  queryOptions({
    ...staffReadPage('GET /statistics/v1/year', filter),
    // newer figures are on their way
    refetchInterval: ({ state }) => (state.data?.renewing ? 20_000 : false),
  })

/** A year's sums as a file; written to the audit log. */
export const useExportStatistics = () => useStaffWrite('POST /statistics/v1/export', [])
