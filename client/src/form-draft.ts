import { deviceNow } from './clock.ts'
import { readSession } from './session.ts'

const prefix = 'draft:'
/** whose drafts somebody has who is not signed in: they end with the tab */
const visitor = 'visitor'
const maxAgeMs = 30 * 86_400_000
const maxDrafts = 20
const maxLetters = 50_000
/** what a device never keeps, whatever a form says */
const secret = /password|passphrase|challenge|token/i

type DraftValues = Readonly<Record<string, unknown>>

export interface FormDraft {
  /** epoch ms of this device */
  at: number
  values: DraftValues
}

/**
 * The draft of one form, of whoever is signed in now, on this device; of a visitor in this tab alone. `form` names the form
 * and the row it is about.
 */
export function formDraft(form: string) {
  const owner = readSession()?.userInfo.id
  const key = `${prefix}${owner ?? visitor}:${form}`
  const storage = () => (owner ? globalThis.localStorage : globalThis.sessionStorage)

  function read(): FormDraft | null {
    return attempt(() => {
      const place = storage()
      removeOld(place)
      return parse(place.getItem(key))
    }, null)
  }

  /** @returns false when this device does not keep it */
  function write(values: DraftValues): boolean {
    // signed out meanwhile, perhaps in another tab: nothing of a person may stay
    if (readSession()?.userInfo.id !== owner) return true
    const kept = Object.entries(values).filter(([name]) => !secret.test(name))
    const text = JSON.stringify({ at: deviceNow(), values: Object.fromEntries(kept) })
    if (text.length > maxLetters) return false
    return attempt(() => {
      const place = storage()
      makeRoom(place, key)
      place.setItem(key, text)
      return true
    }, false)
  }

  function remove(): void {
    attempt(() => storage().removeItem(key), undefined)
  }

  return { read, write, remove }
}

/** Removes every draft of a student from this device. */
export function forgetDrafts(studentId: string): void {
  attempt(() => {
    for (const key of draftKeys(localStorage))
      if (key.startsWith(`${prefix}${studentId}:`)) localStorage.removeItem(key)
  }, undefined)
}

function draftKeys(place: Storage): string[] {
  const keys = Array.from({ length: place.length }, (_, at) => place.key(at) ?? '')
  return keys.filter((key) => key.startsWith(prefix))
}

function removeOld(place: Storage): void {
  for (const key of draftKeys(place)) {
    const draft = parse(place.getItem(key))
    if (!draft || Math.abs(deviceNow() - draft.at) > maxAgeMs) place.removeItem(key)
  }
}

/** The oldest go when there are too many. */
function makeRoom(place: Storage, forKey: string): void {
  const others = draftKeys(place)
    .filter((key) => key !== forKey)
    .map((key) => ({ key, at: parse(place.getItem(key))?.at ?? 0 }))
    .sort((one, other) => other.at - one.at)
  for (const { key } of others.slice(maxDrafts - 1)) place.removeItem(key)
}

function parse(text: string | null): FormDraft | null {
  const value: unknown = attempt(() => JSON.parse(text ?? 'null'), null)
  return isDraft(value) ? value : null
}

function isDraft(value: unknown): value is FormDraft {
  return (
    typeof value === 'object' &&
    value !== null &&
    'at' in value &&
    typeof value.at === 'number' &&
    'values' in value &&
    typeof value.values === 'object' &&
    value.values !== null
  )
}

/** A browser that blocks its storage throws at every use of it. */
function attempt<Result>(use: () => Result, otherwise: Result): Result {
  try {
    return use()
  } catch {
    return otherwise
  }
}
