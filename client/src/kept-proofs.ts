import { queryOptions } from '@tanstack/react-query'
import type { DBSchema, IDBPDatabase } from 'idb'
import { CallOffline, call } from './call.ts'
import { portalNow } from './clock.ts'
import { deviceStore, keysBelow } from './device-store.ts'
import { readSession } from './session.ts'

/** how many answers of one person a device keeps, the newest; the years are one of them */
export const mostKeptProofs = 11

/** What a call answered, and since when the device has it (epoch ms of the portal); null: it has come just now. */
export type Kept<Answer> = Answer & { keptAt: number | null }

interface Row {
  studentId: string
  /** a proof's id, or that of the years */
  id: string
  keptAt: number
  answer: unknown
}

interface Storage extends DBSchema {
  answers: { key: [studentId: string, id: string]; value: Row }
}

const store = deviceStore<Storage>('proofs', 1, (database) => {
  database.createObjectStore('answers', { keyPath: ['studentId', 'id'] })
})

/** Every year's hours and proof; without a network as this device has them. */
export const keptYearsQuery = () =>
  queryOptions({
    queryKey: ['GET /certification_grant/v1/query', 'kept'],
    queryFn: ({ signal }) =>
      orKept('years', () => call('GET /certification_grant/v1/query', {}, { signal })),
  })

/** One proof whole; without a network as this device has it. Somebody else's answers as a missing one. */
export const keptProofQuery = (id: string) =>
  queryOptions({
    queryKey: ['GET /certification_grant/v1/info', { id }, 'kept'],
    queryFn: ({ signal }) =>
      orKept(id, () => call('GET /certification_grant/v1/info', { id }, { signal })),
  })

/** Signed out on this device: nothing of that student stays. */
export const forgetKeptProofs = (studentId: string): Promise<void> => store.forget(studentId)

/** Asks, and keeps what was answered for whoever is signed in; when nothing comes through, what was kept. @throws what the call throws */
export async function orKept<Answer extends object>(
  id: string,
  ask: () => Promise<Answer>,
): Promise<Kept<Answer>> {
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

/** The guarantee: under an id nothing but that call's answers is kept. */
function asAnswer<Answer>({ answer }: Row): Answer {
  return answer as Answer
}

function keep(row: Row): Promise<boolean> {
  return store.change(async (database) => {
    // signed out since it was asked for
    if (readSession()?.userInfo.id !== row.studentId) return
    await database.put('answers', row)
    await dropSurplus(database, row.studentId)
  })
}

async function dropSurplus(database: IDBPDatabase<Storage>, studentId: string): Promise<void> {
  const rows = await database.getAll('answers', keysBelow(studentId))
  const surplus = rows.sort((a, b) => b.keptAt - a.keptAt).slice(mostKeptProofs)
  await Promise.all(surplus.map(({ id }) => database.delete('answers', [studentId, id])))
}
