import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'
import { storage } from '../test/storage.ts'
import { CallOffline } from './call.ts'
import { forgetKeptProofs, mostKeptProofs, orKept } from './kept-proofs.ts'
import { beginSession, endSession, type SessionUser } from './session.ts'

vi.stubGlobal('localStorage', storage())

const signIn = (id: string) => beginSession({ token: 't', user: { id } as SessionUser })
const readOnline = (id: string) => orKept(id, async () => ({ number: id }))
const readOffline = (id: string) => orKept(id, () => Promise.reject(new CallOffline(false)))

afterEach(() => {
  endSession()
  vi.useRealTimers()
})

it('shows a proof without a network as it was read last, to whoever read it', async () => {
  signIn('a')
  expect(await readOnline('p')).toEqual({ number: 'p', keptAt: null })
  expect(await readOffline('p')).toEqual({ number: 'p', keptAt: expect.any(Number) })
  await expect(readOffline('never read')).rejects.toBeInstanceOf(CallOffline)
  signIn('b')
  await expect(readOffline('p')).rejects.toBeInstanceOf(CallOffline)
})

it('forgets them at sign-out, and shows none where the server refuses', async () => {
  signIn('c')
  await readOnline('p')
  const refused = orKept('p', () => Promise.reject(new Error('refused')))
  await expect(refused).rejects.toThrow('refused')
  await forgetKeptProofs('c')
  await expect(readOffline('p')).rejects.toBeInstanceOf(CallOffline)
})

it('keeps the newest alone', async () => {
  signIn('d')
  vi.useFakeTimers({ toFake: ['Date'] })
  for (let at = 0; at <= mostKeptProofs; at += 1) {
    vi.setSystemTime(1_000_000 + at * 1000)
    await readOnline(`p${at}`)
    await readOffline(`p${at}`)
  }
  await expect(readOffline('p0')).rejects.toBeInstanceOf(CallOffline)
  await expect(readOffline('p1')).resolves.toMatchObject({ number: 'p1' })
})
