import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode } from '../error-code.ts'
import type { Place } from './place.ts'

/** The file with the server's password, made on first use. It outlives a cluster, as its maker needs it. */
export function passwordFile(place: Place): string {
  const file = join(place.dataDir, 'postgres.password')
  try {
    writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  }
  return file
}

/** Hexadecimal, so it can stand in an SQL literal. */
export function password(place: Place): string {
  return readFileSync(passwordFile(place), 'utf8').trim()
}
