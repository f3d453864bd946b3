import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { resolveServerLocation } from './place.ts'

test('a start creates DATA_DIR with its missing parents', () => {
  const folder = mkdtempSync(join(tmpdir(), 'place-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const wanted = join(folder, 'a', 'b')
  expect(resolveServerLocation(wanted).dataDir).toBe(realpathSync(wanted))
  expect(resolveServerLocation(wanted).dataDir).toBe(realpathSync(wanted))
})

test.runIf(process.platform === 'linux')('a start refuses a DATA_DIR that cannot be created', () => {
  expect(() => resolveServerLocation('/proc/x/y')).toThrow(/DATA_DIR \/proc\/x\/y is not writable/)
})
