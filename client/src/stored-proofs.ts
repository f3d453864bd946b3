import { queryOptions } from '@tanstack/react-query'
import type { DBSchema, IDBPDatabase } from 'idb'
import { CallOffline, callClient } from './call.ts'
import { portalNow } from './clock.ts'
import { createDeviceStore, keyRangeOfPrefix } from './device-store.ts'
import { readSession } from './session.ts'

/** Most stored responses per student. The list of years is one of them. */
export const maxStoredProofs = 11

/** `keptAt`: when the device stored it (epoch milliseconds, portal time), or null for a fresh response. */
export type StoredProofResponse<Answer> = Answer & { keptAt: number | null }

interface Row {
  studentId: string
  /** Id of a proof, or of the list of years. */
  id: string
  keptAt: number
  answer: unknown
}

interface Storage extends DBSchema {
  answers: { key: [studentId: string, id: string]; value: Row }
}

const store = createDeviceStore<Storage>('proofs', 1, (database) => {
  database.createObjectStore('answers', { keyPath: ['studentId', 'id'] })
})

/** Loads the years that have proofs. Without a network, returns the stored response. */
export const storedProofYearsQuery = () =>
  queryOptions({
    queryKey: ['GET /certification_grant/v1/query', 'kept'],
    queryFn: ({ signal }) =>
      withStoredProofFallback('years', () => callClient('GET /certification_grant/v1/query', {}, { signal })),
  })

/** Loads a proof. Without a network, returns the stored response; another student's stored proof counts as missing. */
export const storedProofQuery = (id: string) =>
  queryOptions({
    queryKey: ['GET /certification_grant/v1/info', { id }, 'kept'],
    queryFn: ({ signal }) =>
      withStoredProofFallback(id, () => callClient('GET /certification_grant/v1/info', { id }, { signal })),
  })

export const deleteStoredProofs = (studentId: string): Promise<void> => store.forget(studentId)

/** Returns the stored response when offline. @throws the call's error */
export async function withStoredProofFallback<Answer extends object>(
  id: string,
  ask: () => Promise<Answer>,
): Promise<StoredProofResponse<Answer>> {
  const studentId = readSession()?.userInfo.id ?? ''
  try {
    const answer = await ask()
    void keep({ studentId, id, keptAt: portalNow(), answer })
    return { ...answer, keptAt: null }
  } catch (error) {
    if (!(error instanceof CallOffline)) throw error
    const row = await store.read(
      (database) => database.get('answers', [studentId, id]),
      () => undefined,
    )
    if (!row) throw error
    return { ...asAnswer<Answer>(row), keptAt: row.keptAt }
  }
}

/** The cast is safe, because only responses of that call have this id. */
function asAnswer<Answer>({ answer }: Row): Answer {
  return answer as Answer
}

function keep(row: Row): Promise<boolean> {
  return store.change(async (database) => {
    // Store nothing if the student has signed out meanwhile.
    if (readSession()?.userInfo.id !== row.studentId) return
    await database.put('answers', row)
    await dropSurplus(database, row.studentId)
  })
}

async function dropSurplus(database: IDBPDatabase<Storage>, studentId: string): Promise<void> {
  const rows = await database.getAll('answers', keyRangeOfPrefix(studentId))
  const surplus = rows.sort((a, b) => b.keptAt - a.keptAt).slice(maxStoredProofs)
  await Promise.all(surplus.map(({ id }) => database.delete('answers', [studentId, id])))
}
