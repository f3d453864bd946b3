import { queryOptions } from '@tanstack/react-query'
import { type StaffInput, type StaffOutput, staffReadPage, useStaffWrite } from '../staff-call.ts'

export type StatisticsFilter = StaffInput<'GET /statistics/v1/year'>
export type YearStatistics = StaffOutput<'GET /statistics/v1/year'>
export type YearFigures = YearStatistics['figures']

/** Statistics are refetched while newer sums are computed. */
export const statisticsQuery = (filter: StatisticsFilter) =>
  queryOptions({
    ...staffReadPage('GET /statistics/v1/year', filter),
    // Newer figures are being computed.
    refetchInterval: ({ state }) => (state.data?.renewing ? 20_000 : false),
  })

/** The export of statistics is audited. */
export const useExportStatistics = () => useStaffWrite('POST /statistics/v1/export', [])
