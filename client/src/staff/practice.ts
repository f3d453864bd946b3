import { type StaffOutput, staffRead, useStaffWrite } from '../staff-call.ts'

export type PracticeClock = StaffOutput<'GET /practice/v1/clock'>

export const practiceClockQuery = () => ({
  ...staffRead('GET /practice/v1/clock', {}),
  staleTime: 0,
  refetchInterval: ({ state }: { state: { data: PracticeClock | undefined } }) =>
    arePracticeJobsRunning(state.data) ? 2000 : 15_000,
})

/** Jobs may still be running after the clock moved. */
export function arePracticeJobsRunning(clock: PracticeClock | undefined): boolean {
  return clock?.jobs !== undefined && clock.jobs.done < clock.jobs.all
}

/** Moves the clock of a practice portal. This may change everything on every page. */
export const useMovePracticeClock = () =>
  useStaffWrite('POST /practice/v1/clock', ['GET /practice/v1/clock'], { quiet: true })
