import { expect, it } from 'vitest'
import { createVersionedSave } from './use-saved-over.ts'

const plus = async (version: number) => version + 1

it('a save is based on the version that the form loaded, or on the version that its last save returned', async () => {
  const form = createVersionedSave(5)
  expect(await form.save(plus)).toBe(false)
  expect(form.version()).toBe(6)
  await form.save(async (over) => {
    expect(over).toBe(6)
    return over + 1
  })
  expect(form.version()).toBe(7)
})

it('a refused save keeps the version on which the next save is based', async () => {
  const form = createVersionedSave(5)
  await expect(form.save(() => Promise.reject(new Error('stale')))).rejects.toThrow('stale')
  expect(form.version()).toBe(5)
  form.rebase(8)
  expect(form.version()).toBe(8)
})

it('a save reports whether text was typed while it was running', async () => {
  const form = createVersionedSave(1)
  form.edit()
  const sent = form.save(plus)
  form.edit()
  expect(await sent).toBe(true)
  expect(await form.save(plus)).toBe(false)
})
