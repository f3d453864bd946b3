import type { Keys } from '../../platform/keys.ts'

const macLength = 32

/**
 * A signed time of the last contact with the page. With an offline submission it proves how long the page was online
 * (docs/exam-offline.md).
 */
export function createBeacon(keys: Keys, attemptId: string, heardAt: Date): string {
  const ms = heardAt.getTime()
  return `${ms}.${keys.mac('exam-beacon', `${attemptId}:${ms}`).slice(0, macLength)}`
}

/** Returns null when the beacon is not authentic or belongs to another attempt. */
export function readBeacon(keys: Keys, attemptId: string, given: string): Date | null {
  const heardAt = new Date(Number(given.split('.')[0] || Number.NaN))
  if (Number.isNaN(heardAt.getTime())) return null
  const ms = heardAt.getTime()
  const macs = keys.acceptedMacs('exam-beacon', `${attemptId}:${ms}`)
  return macs.some((mac) => given === `${ms}.${mac.slice(0, macLength)}`) ? heardAt : null
}
