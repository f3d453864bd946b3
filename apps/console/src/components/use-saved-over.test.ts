import { expect, it } from 'vitest'
import { savedOver } from './use-saved-over.ts'

const plus = async (version: number) => version + 1

it('saves over what was read, then over its own answers, whatever others have saved', async () => {
  const form = savedOver(5)
  expect(await form.save(plus)).toBe(false)
  expect(form.version()).toBe(6)
  await form.save(async (over) => {
    expect(over).toBe(6)
    return over + 1
  })
  expect(form.version()).toBe(7)
})

it('stays with its version when the save was refused', async () => {
  const form = savedOver(5)
  await expect(form.save(() => Promise.reject(new Error('stale')))).rejects.toThrow('stale')
  expect(form.version()).toBe(5)
  form.rebase(8)
  expect(form.version()).toBe(8)
})

it('knows what was typed while it was sent', async () => {
  const form = savedOver(1)
  form.edit()
  const sent = form.save(plus)
  form.edit()
  expect(await sent).toBe(true)
  expect(await form.save(plus)).toBe(false)
})
