import type { Keys } from '../keys.ts'

/**
 * How long a private link lives; a client renews it by asking the call that gave it again. Real time, not the
 * rules' clock: it bounds who may carry an address around, not what a student may do.
 */
const lifeSeconds = 600

/** What stands behind a private address; the MAC of one kind is worth nothing for the other. */
type Kind =
  | 'files'
  | 'proofs'
  | 'proof-years'
  | 'proof-prints'
  | 'invoices'
  | 'employer-invoices'
  | 'desk-invoices'
  | 'money-evidence'

/**
 * A private address: signed, bound to what it shows and the student (the employer, the member of staff), ten minutes (product §3).
 * The window is rounded to the minute, so that the address stays the same for a while and a browser may cache by it.
 */
export function signedUrl(
  keys: Keys,
  kind: Kind,
  id: string,
  studentId: string,
  now = Date.now(),
): string {
  const expires = expiryOf(now)
  const mac = keys.mac(kind, `${id}:${studentId}:${expires}`)
  return `/${kind}/${id}?s=${studentId}&e=${expires}&t=${mac}`
}

/** Unix seconds. */
function expiryOf(now: number): number {
  return Math.floor(now / 1000 / 60) * 60 + lifeSeconds
}

/** True when the address was made by us for this thing and student and has not run out. */
export function linkValid(
  keys: Keys,
  kind: Kind,
  link: { id: string; s: string; e: string; t: string },
  now = Date.now(),
): boolean {
  return isOpen(link.e, now) && keys.macMatches(kind, `${link.id}:${link.s}:${link.e}`, link.t)
}

function isOpen(expires: string, now: number): boolean {
  return /^\d{1,12}$/.test(expires) && Number(expires) * 1000 >= now
}

/** Who an address is given to: the student, and by its hash the sign-in. */
interface Holder {
  studentId: string
  tokenHash: string
}

const playback = 'playback'

/**
 * The address of a lesson's video: bound, besides, to the sign-in it was given to. Signed out, or ended by a new
 * password, it opens nothing any more.
 */
export function playbackUrl(
  keys: Keys,
  fileId: string,
  { studentId, tokenHash }: Holder,
  now = Date.now(),
): string {
  const expires = expiryOf(now)
  const mac = keys.mac(playback, `${fileId}:${studentId}:${tokenHash}:${expires}`)
  return `/files/${fileId}?s=${studentId}&k=${tokenHash}&e=${expires}&t=${mac}`
}

/** Until when addresses that are given out now are good. */
export function playbackUntil(now = Date.now()): Date {
  return new Date(expiryOf(now) * 1000)
}

/** True when the address was made by us for this video and holder and has not run out; the sign-in is looked at elsewhere. */
export function playbackValid(
  keys: Keys,
  link: { id: string; s: string; k: string; e: string; t: string },
  now = Date.now(),
): boolean {
  return (
    isOpen(link.e, now) &&
    keys.macMatches(playback, `${link.id}:${link.s}:${link.k}:${link.e}`, link.t)
  )
}

/** Stands where a student's link names the sign-in: a link for the teaching desk, which shows lessons to staff. */
export const deskHolder = 'desk'

/** A lesson's file for a member of staff whose right to see it the caller has checked; ten minutes. */
export function deskUrl(keys: Keys, fileId: string, staffId: string, now = Date.now()): string {
  return `/files/${fileId}${deskQuery(keys, fileId, staffId, now)}`
}

/** As deskUrl, of a file of the public pages that readers may not have now. */
export function closedFileUrl(
  keys: Keys,
  fileId: string,
  staffId: string,
  now = Date.now(),
): string {
  return publicFileUrl(fileId) + deskQuery(keys, fileId, staffId, now)
}

function deskQuery(keys: Keys, fileId: string, staffId: string, now: number): string {
  const expires = expiryOf(now)
  const mac = keys.mac(deskHolder, `${fileId}:${staffId}:${expires}`)
  return `?s=${staffId}&k=${deskHolder}&e=${expires}&t=${mac}`
}

/** True when the address was made by us for this file and member of staff and has not run out. */
export function deskLinkValid(
  keys: Keys,
  link: { id: string; s: string; e: string; t: string },
  now = Date.now(),
): boolean {
  return (
    isOpen(link.e, now) && keys.macMatches(deskHolder, `${link.id}:${link.s}:${link.e}`, link.t)
  )
}

/** Covers and the files of the public pages never change under one id; whether they are open is asked each time (decision 041). */
export function publicFileUrl(fileId: string): string {
  return `/files/public/${fileId}`
}

const beginning = 'beginning'

/** What an address opens that everybody may be given: the first seconds of a lesson's film or captions, and nothing behind them. */
export interface BeginningLink {
  id: string
  /** seconds */
  n: string
  e: string
  t: string
}

/** Bound to no student, as visitors have no account; ten minutes. */
export function beginningUrl(
  keys: Keys,
  fileId: string,
  seconds: number,
  now = Date.now(),
): string {
  const expires = expiryOf(now)
  const mac = keys.mac(beginning, `${fileId}:${seconds}:${expires}`)
  return `/files/beginning/${fileId}?n=${seconds}&e=${expires}&t=${mac}`
}

/** True when the address was made by us for these seconds of this file and has not run out. */
export function beginningValid(keys: Keys, link: BeginningLink, now = Date.now()): boolean {
  return isOpen(link.e, now) && keys.macMatches(beginning, `${link.id}:${link.n}:${link.e}`, link.t)
}
