import type { Keys } from '../keys.ts'

/** Lifetime of a private address in seconds. It uses real time, because the limit concerns copied addresses. */
const lifeSeconds = 600

/** Kinds of private addresses. The MAC of one kind is not valid for another. */
type Kind =
  | 'files'
  | 'proofs'
  | 'proof-years'
  | 'proof-prints'
  | 'invoices'
  | 'employer-invoices'
  | 'desk-invoices'
  | 'money-evidence'

/** The expiry is rounded to the minute, so that browsers can cache the address (docs/rules/calls.md#private-links). */
export function createPrivateUrl(keys: Keys, kind: Kind, id: string, studentId: string, now = Date.now()): string {
  const expires = expiryOf(now)
  const mac = keys.mac(kind, `${id}:${studentId}:${expires}`)
  return `/${kind}/${id}?s=${studentId}&e=${expires}&t=${mac}`
}

function expiryOf(now: number): number {
  return Math.floor(now / 1000 / 60) * 60 + lifeSeconds
}

export function verifyPrivateUrl(
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

interface Holder {
  studentId: string
  tokenHash: string
}

const playback = 'playback'

/** A playback address is also bound to the session, so it stops working after a sign-out. */
export function createPlaybackUrl(
  keys: Keys,
  fileId: string,
  { studentId, tokenHash }: Holder,
  now = Date.now(),
): string {
  const expires = expiryOf(now)
  const mac = keys.mac(playback, `${fileId}:${studentId}:${tokenHash}:${expires}`)
  return `/files/${fileId}?s=${studentId}&k=${tokenHash}&e=${expires}&t=${mac}`
}

export function playbackUrlExpiry(now = Date.now()): Date {
  return new Date(expiryOf(now) * 1000)
}

/** The caller must still check the session of a playback address. */
export function verifyPlaybackUrl(
  keys: Keys,
  link: { id: string; s: string; k: string; e: string; t: string },
  now = Date.now(),
): boolean {
  return isOpen(link.e, now) && keys.macMatches(playback, `${link.id}:${link.s}:${link.k}:${link.e}`, link.t)
}

const film = 'film'

/** Seconds in which a film has one address for everybody. */
export const filmWindowSeconds = 600

/**
 * A CDN keeps it for all viewers, so it is bound to the content of the film alone, and lives 20 to 30 minutes (decision
 * 110).
 */
export function createSharedFilmUrl(
  keys: Keys,
  { id, storageKey }: { id: string; storageKey: string },
  now = Date.now(),
): string {
  const expires = (Math.floor(now / 1000 / filmWindowSeconds) + 3) * filmWindowSeconds
  return `/files/film/${id}?e=${expires}&t=${keys.mac(film, `${id}:${storageKey}:${expires}`)}`
}

export function verifySharedFilmUrl(
  keys: Keys,
  link: { id: string; storageKey: string; e: string; t: string },
  now = Date.now(),
): boolean {
  return isOpen(link.e, now) && keys.macMatches(film, `${link.id}:${link.storageKey}:${link.e}`, link.t)
}

/** Replaces the session hash in links for staff. */
export const deskLinkHolder = 'desk'

/** The caller must have checked the permission before it creates a desk address. */
export function createDeskFileUrl(keys: Keys, fileId: string, staffId: string, now = Date.now()): string {
  return `/files/${fileId}${deskQuery(keys, fileId, staffId, now)}`
}

/** The address, for staff, of a file that belongs to a public page which readers cannot see now. */
export function createUnpublishedFileUrl(keys: Keys, fileId: string, staffId: string, now = Date.now()): string {
  return createPublicFileUrl(fileId) + deskQuery(keys, fileId, staffId, now)
}

function deskQuery(keys: Keys, fileId: string, staffId: string, now: number): string {
  const expires = expiryOf(now)
  const mac = keys.mac(deskLinkHolder, `${fileId}:${staffId}:${expires}`)
  return `?s=${staffId}&k=${deskLinkHolder}&e=${expires}&t=${mac}`
}

export function verifyDeskUrl(
  keys: Keys,
  link: { id: string; s: string; e: string; t: string },
  now = Date.now(),
): boolean {
  return isOpen(link.e, now) && keys.macMatches(deskLinkHolder, `${link.id}:${link.s}:${link.e}`, link.t)
}

/** The content of a file id never changes, but access is checked for each request (decision 041). */
export function createPublicFileUrl(fileId: string): string {
  return `/files/public/${fileId}`
}

const beginning = 'beginning'

export interface LessonPreviewLink {
  id: string
  /** In seconds. */
  n: string
  e: string
  t: string
}

export function createLessonPreviewUrl(keys: Keys, fileId: string, seconds: number, now = Date.now()): string {
  const expires = expiryOf(now)
  const mac = keys.mac(beginning, `${fileId}:${seconds}:${expires}`)
  return `/files/beginning/${fileId}?n=${seconds}&e=${expires}&t=${mac}`
}

export function verifyLessonPreviewUrl(keys: Keys, link: LessonPreviewLink, now = Date.now()): boolean {
  return isOpen(link.e, now) && keys.macMatches(beginning, `${link.id}:${link.n}:${link.e}`, link.t)
}
