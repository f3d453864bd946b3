import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB } from 'idb'
import { askToPersist, setBlocked } from './device-storage.ts'
import { storedValue } from './stored.ts'

/** a storage that does not answer must not keep anybody from going on */
const patienceMs = 2000

/**
 * A database of this device for what the server has not confirmed yet; its keys begin with whose it is. Changes follow each other in the order of the calls; without
 * storage (blocked, or full) there is nothing to read, and what is to be kept lives as long as the page.
 */
export function deviceStore<Schema extends DBSchema>(
  name: string,
  version: number,
  upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>,
) {
  const connection = connectionTo(name, version, upgrade)
  /** one write after the other: what is put may be removed next */
  let last: Promise<unknown> = Promise.resolve()
  /** who has signed out here while what is theirs may still lie in it */
  const leaving = storedValue(`forget:${name}`, (text) => toIds(JSON.parse(text)))

  /** Whoever opens it first removes what a page could not that was left too soon. */
  async function ready(): Promise<IDBPDatabase<Schema>> {
    const database = await connection.open()
    for (const studentId of leaving.get() ?? []) await wipe(database, studentId)
    return database
  }

  async function wipe(database: IDBPDatabase<Schema>, studentId: string): Promise<void> {
    const names = [...database.objectStoreNames]
    const change = database.transaction(names, 'readwrite')
    const tables = names.map((name) => change.objectStore(name))
    await Promise.all([...tables.map((table) => table.delete(keysBelow(studentId))), change.done])
    const others = (leaving.get() ?? []).filter((one) => one !== studentId)
    leaving.set(others.length > 0 ? others : null)
  }

  /** Removes all that is this student's. Marked before: while the storage does not answer, the page may be left, and killed. */
  async function forget(studentId: string): Promise<void> {
    const others = (leaving.get() ?? []).filter((one) => one !== studentId)
    leaving.set([...others, studentId])
    await change((database) => wipe(database, studentId))
  }

  /** A connection that has failed is not used again: whoever comes next opens another. */
  async function ask<Result>(
    job: (database: IDBPDatabase<Schema>) => Promise<Result>,
  ): Promise<Result> {
    const opening = connection.open()
    try {
      return await job(await ready())
    } catch (error) {
      connection.abandon(opening)
      throw error
    }
  }

  /** @returns false when this device keeps nothing, or has not said so in time; its turn stays, should the storage answer after all */
  function change(job: (database: IDBPDatabase<Schema>) => Promise<unknown>): Promise<boolean> {
    const done = last
      .then(() => ask(job))
      .then(
        () => {
          void askToPersist()
          return true
        },
        () => false,
      )
    last = done
    return inTime(done, () => false)
  }

  /**
   * After every change that was asked for before; `otherwise`, as it is then, when the storage has no answer. What a lost connection broke off is
   * asked once more, over a new one.
   * @param late hears of an answer that came when nobody waited for it any more
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

/** One connection to a database, opened by whoever comes first and again by whoever comes after it was given up. */
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
      // a page of an older version has it open, and does not let go
      blocked: () => setBlocked(name, true),
      // a page of a newer version waits for this one: what is running ends first
      blocking: () => abandon(opening),
      terminated: () => abandon(opening),
    })
    storage = opening
    const answered = () => setBlocked(name, false)
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

/** Only `forget` writes it. */
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

/** Every key that begins with these parts: an array comes after every text. */
export function keysBelow(...parts: string[]): IDBKeyRange {
  return IDBKeyRange.bound(parts, [...parts, []])
}
