import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB } from 'idb'
import { requestPersistentStorage, setStorageBlocked } from './device-storage.ts'
import { createStoredValue } from './stored-value.ts'

/** Milliseconds until an unresponsive storage is ignored. */
const patienceMs = 2000

/**
 * A database for data that the server has not confirmed. Keys begin with the student's id. Changes run in call order.
 */
export function createDeviceStore<Schema extends DBSchema>(
  name: string,
  version: number,
  upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>,
) {
  const connection = connectionTo(name, version, upgrade)
  let last: Promise<unknown> = Promise.resolve()
  /** Students who signed out while their data may still be stored. */
  const leaving = createStoredValue(`forget:${name}`, (text) => toIds(JSON.parse(text)))

  /**
   * Opens the database. First deletes the data of signed-out students that an earlier page could not delete before it
   * closed.
   */
  async function ready(): Promise<IDBPDatabase<Schema>> {
    const database = await connection.open()
    for (const studentId of leaving.get() ?? []) await wipe(database, studentId)
    return database
  }

  async function wipe(database: IDBPDatabase<Schema>, studentId: string): Promise<void> {
    const names = [...database.objectStoreNames]
    const change = database.transaction(names, 'readwrite')
    const tables = names.map((name) => change.objectStore(name))
    await Promise.all([...tables.map((table) => table.delete(keyRangeOfPrefix(studentId))), change.done])
    const others = (leaving.get() ?? []).filter((one) => one !== studentId)
    leaving.set(others.length > 0 ? others : null)
  }

  /**
   * Deletes a student's data. The id is noted first, so that a later page can finish the deletion if this page closes
   * too early.
   */
  async function forget(studentId: string): Promise<void> {
    const others = (leaving.get() ?? []).filter((one) => one !== studentId)
    leaving.set([...others, studentId])
    await change((database) => wipe(database, studentId))
  }

  async function ask<Result>(job: (database: IDBPDatabase<Schema>) => Promise<Result>): Promise<Result> {
    const opening = connection.open()
    try {
      return await job(await ready())
    } catch (error) {
      connection.abandon(opening)
      throw error
    }
  }

  /**
   * Runs one change of the database.
   * @returns false on a timeout or without storage; after a timeout the change may still be made later
   */
  function change(job: (database: IDBPDatabase<Schema>) => Promise<unknown>): Promise<boolean> {
    const done = last
      .then(() => ask(job))
      .then(
        () => {
          void requestPersistentStorage()
          return true
        },
        () => false,
      )
    last = done
    return inTime(done, () => false)
  }

  /**
   * Retries a read once over a new connection. `otherwise` supplies the result without storage. @param late receives an
   * answer after the timeout
   */
  function read<Result>(
    job: (database: IDBPDatabase<Schema>) => Promise<Result>,
    otherwise: () => Result,
    late?: (result: Result) => void,
  ): Promise<Result> {
    const once = () => ask(job)
    const found = last.then(once).catch(once).catch(otherwise)
    return inTime(found, otherwise, late)
  }

  return { change, read, forget }
}

function connectionTo<Schema extends DBSchema>(
  name: string,
  version: number,
  upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>,
) {
  type Opening = Promise<IDBPDatabase<Schema>>
  let storage: Opening | undefined

  function open(): Opening {
    if (storage) return storage
    const opening: Opening = openDB<Schema>(name, version, {
      upgrade,
      // An older page has the database open and so blocks its upgrade.
      blocked: () => setStorageBlocked(name, true),
      // A newer page wants to upgrade the database, so close it. Running transactions still finish.
      blocking: () => abandon(opening),
      terminated: () => abandon(opening),
    })
    storage = opening
    const answered = () => setStorageBlocked(name, false)
    opening.then(answered, answered)
    return opening
  }

  function abandon(opening: Opening): void {
    if (storage === opening) storage = undefined
    void opening.then(
      (database) => database.close(),
      () => {},
    )
  }

  return { open, abandon }
}

/** The cast is safe, because only `forget` writes this value. */
function toIds(value: unknown): string[] {
  return value as string[]
}

function inTime<Result>(
  answer: Promise<Result>,
  otherwise: () => Result,
  late?: (result: Result) => void,
): Promise<Result> {
  return new Promise((resolve) => {
    let waits = true
    const timer = setTimeout(() => {
      waits = false
      resolve(otherwise())
    }, patienceMs)
    void answer.then((result) => {
      clearTimeout(timer)
      if (waits) resolve(result)
      else late?.(result)
    })
  })
}

/**
 * The range of all keys that begin with `parts`. An empty array sorts after every text, so it marks the end of the
 * range.
 */
export function keyRangeOfPrefix(...parts: string[]): IDBKeyRange {
  return IDBKeyRange.bound(parts, [...parts, []])
}

/**
 * Opens a channel between the pages of this browser at its first use. The server also loads modules that have one, and
 * an open channel would keep its process from ending.
 * @returns null in browsers without channels
 */
export function createPageChannel(name: string): () => BroadcastChannel | null {
  let channel: BroadcastChannel | null | undefined
  return () => {
    channel ??= globalThis.BroadcastChannel ? new BroadcastChannel(name) : null
    return channel
  }
}
