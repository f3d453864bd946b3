import { type StaffOutput, staffRead, useStaffWrite } from '../staff-call.ts'

export type PracticeClock = StaffOutput<'GET /practice/v1/clock'>

/** The world's clock; asked again while what runs after a move is not done. */
export const practiceClockQuery = () => ({
  ...staffRead('GET /practice/v1/clock', {}),
  staleTime: 0,
  refetchInterval: ({ state }: { state: { data: PracticeClock | undefined } }) =>
    isCatchingUp(state.data) ? 2000 : 15_000,
})

/** Whether what the portal does by the clock has not all run since it was moved. */
export function isCatchingUp(clock: PracticeClock | undefined): boolean {
  return clock?.jobs !== undefined && clock.jobs.done < clock.jobs.all
}

/** Everything on every page may be another afterwards. */
export const useMoveClock = () =>
  useStaffWrite('POST /practice/v1/clock', ['GET /practice/v1/clock'], { quiet: true })
