import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB } from 'idb'

/** a storage that does not answer must not keep anybody from going on */
const patienceMs = 2000

/**
 * A database of this device for what the server has not confirmed yet. Changes follow each other in the order of the calls; without
 * storage (blocked, or full) there is nothing to read, and what is to be kept lives as long as the page.
 */
export function deviceStore<Schema extends DBSchema>(
  name: string,
  version: number,
  upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>,
) {
  let storage: Promise<IDBPDatabase<Schema>> | undefined
  /** one write after the other: what is put may be removed next */
  let last: Promise<unknown> = Promise.resolve()

  function opened(): Promise<IDBPDatabase<Schema>> {
    storage ??= openDB<Schema>(name, version, {
      upgrade,
      terminated() {
        storage = undefined
      },
    })
    return storage
  }

  /** @returns false when this device keeps nothing, or has not said so in time; its turn stays, should the storage answer after all */
  function change(job: (database: IDBPDatabase<Schema>) => Promise<unknown>): Promise<boolean> {
    const done = last
      .then(async () => job(await opened()))
      .then(
        () => true,
        () => {
          storage = undefined
          return false
        },
      )
    last = done
    return inTime(done, () => false)
  }

  /**
   * After every change that was asked for before; `otherwise`, as it is then, when the storage has no answer.
   * @param late hears of an answer that came when nobody waited for it any more
   */
  function read<Result>(
    job: (database: IDBPDatabase<Schema>) => Promise<Result>,
    otherwise: () => Result,
    late?: (result: Result) => void,
  ): Promise<Result> {
    const found = last.then(async () => job(await opened())).catch(otherwise)
    return inTime(found, otherwise, late)
  }

  return { change, read }
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
