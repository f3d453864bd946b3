import { expect, test, vi } from 'vitest'
import { runTestRunner } from './runner.ts'

test('reports whether a test runner passed, failed or was killed', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(await runTestRunner(['-e', ''], {})).toBe(true)
  expect(await runTestRunner(['-e', 'process.exit(2)'], {})).toBe(false)
  expect(error).not.toHaveBeenCalled()
  expect(await runTestRunner(['-e', 'process.kill(process.pid, "SIGKILL")'], {})).toBe(false)
  expect(error).toHaveBeenCalledWith(expect.stringContaining('ended by SIGKILL'))
  error.mockRestore()
})
