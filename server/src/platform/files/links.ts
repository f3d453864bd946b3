import type { Keys } from '../keys.ts'

/** how long a private link lives; a client renews it by asking the call that gave it again */
const lifeSeconds = 600

/**
 * A private file's address: signed, bound to the file and the student, ten minutes (product §3).
 * The window is rounded, so that the address stays the same for a while and a browser may cache by it.
 */
export function signedFileUrl(
  keys: Keys,
  fileId: string,
  studentId: string,
  now = Date.now(),
): string {
  const expires = (Math.floor(now / 1000 / 60) + 1) * 60 + lifeSeconds
  const mac = keys.mac('file', `${fileId}:${studentId}:${expires}`)
  return `/files/${fileId}?s=${studentId}&e=${expires}&t=${mac}`
}

/** True when the address was made by us for this file and student and has not run out. */
export function fileLinkValid(
  keys: Keys,
  link: { fileId: string; s: string; e: string; t: string },
  now = Date.now(),
): boolean {
  if (!/^\d{1,12}$/.test(link.e) || Number(link.e) * 1000 < now) return false
  return keys.macMatches('file', `${link.fileId}:${link.s}:${link.e}`, link.t)
}

/** Course covers are for everyone and never change under one id. */
export function publicFileUrl(fileId: string): string {
  return `/files/public/${fileId}`
}
