import { deviceNow } from './clock.ts'
import { readSession } from './session.ts'

const prefix = 'draft:'
/** Owner name for drafts of people who are not signed in. Such drafts are deleted when the tab closes. */
const visitor = 'visitor'
const maxAgeMs = 30 * 86_400_000
const maxDrafts = 20
const maxLetters = 50_000
/** Fields that are never stored on the device. */
const secret = /password|passphrase|challenge|token/i

type DraftValues = Readonly<Record<string, unknown>>

export interface FormDraft {
  /** Epoch milliseconds of the device's clock. */
  at: number
  values: DraftValues
}

/** `form` is the form's name with its row id. */
export function openFormDraft(form: string) {
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

  /** Stores the draft. @returns false when the device stores nothing */
  function write(values: DraftValues): boolean {
    // After a sign-out, perhaps in another tab, nothing personal may stay.
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

export function deleteFormDraftsOf(studentId: string): void {
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

/** Uses the storage, or returns `otherwise` when the browser blocks storage, because every use then throws. */
function attempt<Result>(use: () => Result, otherwise: Result): Result {
  try {
    return use()
  } catch {
    return otherwise
  }
}
