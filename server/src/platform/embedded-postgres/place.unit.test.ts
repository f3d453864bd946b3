import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { choosePlace } from './place.ts'

test('makes DATA_DIR with what is missing above it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'place-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const wanted = join(folder, 'a', 'b')
  expect(choosePlace(wanted).dataDir).toBe(realpathSync(wanted))
  expect(choosePlace(wanted).dataDir).toBe(realpathSync(wanted))
})

test.runIf(process.platform === 'linux')('refuses one that nobody can make', () => {
  expect(() => choosePlace('/proc/x/y')).toThrow(/DATA_DIR \/proc\/x\/y is not writable/)
})
