import type { Keys } from '../keys.ts'

/**
 * How long a private link lives; a client renews it by asking the call that gave it again. Real time, not the
 * rules' clock: it bounds who may carry an address around, not what a student may do.
 */
const lifeSeconds = 600

/** What stands behind a private address; the MAC of one kind is worth nothing for the other. */
type Kind = 'files' | 'proofs'

/**
 * A private address: signed, bound to what it shows and the student, ten minutes (product §3).
 * The window is rounded to the minute, so that the address stays the same for a while and a browser may cache by it.
 */
export function signedUrl(
  keys: Keys,
  kind: Kind,
  id: string,
  studentId: string,
  now = Date.now(),
): string {
  const expires = Math.floor(now / 1000 / 60) * 60 + lifeSeconds
  const mac = keys.mac(kind, `${id}:${studentId}:${expires}`)
  return `/${kind}/${id}?s=${studentId}&e=${expires}&t=${mac}`
}

/** True when the address was made by us for this thing and student and has not run out. */
export function linkValid(
  keys: Keys,
  kind: Kind,
  link: { id: string; s: string; e: string; t: string },
  now = Date.now(),
): boolean {
  if (!/^\d{1,12}$/.test(link.e) || Number(link.e) * 1000 < now) return false
  return keys.macMatches(kind, `${link.id}:${link.s}:${link.e}`, link.t)
}

/** Covers and the files of the public pages are for everyone and never change under one id. */
export function publicFileUrl(fileId: string): string {
  return `/files/public/${fileId}`
}
