import type { Keys } from '../../platform/keys.ts'

const macLength = 32

/**
 * A time beacon: when the server last heard this attempt, signed. Its candidate's page keeps the newest one; with answers
 * sealed at the bell it proves up to when the page was in touch (docs/exam-offline.md).
 */
export function beaconOf(keys: Keys, attemptId: string, heardAt: Date): string {
  const ms = heardAt.getTime()
  return `${ms}.${keys.mac('exam-beacon', `${attemptId}:${ms}`).slice(0, macLength)}`
}

/** The moment an authentic beacon of this attempt speaks of; null: it is none. */
export function readBeacon(keys: Keys, attemptId: string, given: string): Date | null {
  const heardAt = new Date(Number(given.split('.')[0] || Number.NaN))
  if (Number.isNaN(heardAt.getTime())) return null
  const ms = heardAt.getTime()
  const macs = keys.acceptedMacs('exam-beacon', `${attemptId}:${ms}`)
  return macs.some((mac) => given === `${ms}.${mac.slice(0, macLength)}`) ? heardAt : null
}
