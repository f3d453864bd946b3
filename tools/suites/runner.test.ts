import { expect, test, vi } from 'vitest'
import { runRunner } from './runner.ts'

test('how a runner ended', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(await runRunner(['-e', ''], {})).toBe(true)
  expect(await runRunner(['-e', 'process.exit(2)'], {})).toBe(false)
  expect(error).not.toHaveBeenCalled()
  expect(await runRunner(['-e', 'process.kill(process.pid, "SIGKILL")'], {})).toBe(false)
  expect(error).toHaveBeenCalledWith(expect.stringContaining('ended by SIGKILL'))
  error.mockRestore()
})
