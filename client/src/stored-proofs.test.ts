import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'
import { createTestStorage } from '../test/storage.ts'
import { CallOffline } from './call.ts'
import { beginSession, endSession, type SessionUser } from './session.ts'
import { deleteStoredProofs, maxStoredProofs, withStoredProofFallback } from './stored-proofs.ts'

vi.stubGlobal('localStorage', createTestStorage())

const signIn = (id: string) => beginSession({ token: 't', user: { id } as SessionUser })
const readOnline = (id: string) => withStoredProofFallback(id, async () => ({ number: id }))
const readOffline = (id: string) => withStoredProofFallback(id, () => Promise.reject(new CallOffline(false)))

afterEach(() => {
  endSession()
  vi.useRealTimers()
})

it('an offline proof shows its last stored version to the student who opened it', async () => {
  signIn('a')
  expect(await readOnline('p')).toEqual({ number: 'p', keptAt: null })
  expect(await readOffline('p')).toEqual({ number: 'p', keptAt: expect.any(Number) })
  await expect(readOffline('never read')).rejects.toBeInstanceOf(CallOffline)
  signIn('b')
  await expect(readOffline('p')).rejects.toBeInstanceOf(CallOffline)
})

it('a sign-out deletes stored proofs, and a refusal shows none', async () => {
  signIn('c')
  await readOnline('p')
  const refused = withStoredProofFallback('p', () => Promise.reject(new Error('refused')))
  await expect(refused).rejects.toThrow('refused')
  await deleteStoredProofs('c')
  await expect(readOffline('p')).rejects.toBeInstanceOf(CallOffline)
})

it('only the newest proofs are stored', async () => {
  signIn('d')
  vi.useFakeTimers({ toFake: ['Date'] })
  for (let at = 0; at <= maxStoredProofs; at += 1) {
    vi.setSystemTime(1_000_000 + at * 1000)
    await readOnline(`p${at}`)
    await readOffline(`p${at}`)
  }
  await expect(readOffline('p0')).rejects.toBeInstanceOf(CallOffline)
  await expect(readOffline('p1')).resolves.toMatchObject({ number: 'p1' })
})
