import { addAbortSignal } from 'node:stream'
import { type FileStore, MissingContentError, readableOf } from './store.ts'

export interface MovingStores {
  to: FileStore
  from: FileStore
}

/** While contents move from one store to the other, each is read from where it lies and new ones go to the new store. */
export function createMovingFileStore({ to, from }: MovingStores): FileStore {
  const orFrom = async <Result>(use: (store: FileStore) => Promise<Result>): Promise<Result> => {
    try {
      return await use(to)
    } catch (error) {
      if (!(error instanceof MissingContentError)) throw error
      return use(from)
    }
  }
  return {
    joins: [to, from],
    // Until all is moved, the portal sends what may lie in either.
    direct: to.direct && { ...to.direct, signRead: async () => null },
    isPaused: () => [to, from].some((store) => store.isPaused?.() === true),
    put: (key, content) => to.put(key, content),
    size: (key) => orFrom((store) => store.size(key)),
    read: (key, range) =>
      readableOf(async function* (signal) {
        const store = await orFrom(async (each) => {
          await each.size(key)
          return each
        })
        yield* addAbortSignal(signal, store.read(key, range))
      }),
    remove: async (key) => {
      await from.remove(key)
      await to.remove(key)
    },
    move: async (key, target) => {
      await orFrom((store) => store.move(key, target))
      await from.remove(key)
    },
    list: async (folder) => {
      const found = [...(await from.list(folder)), ...(await to.list(folder))]
      return [...new Map(found.map((one) => [one.key, one])).values()]
    },
  }
}
