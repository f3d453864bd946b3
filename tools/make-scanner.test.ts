import { expect, test } from 'vitest'
import { committedScanner, scannerCode } from './make-scanner.ts'

test('the page without a network has the scanner of today: else run node tools/make-scanner.ts', async () => {
  expect((await committedScanner()) === (await scannerCode())).toBe(true)
})
