import { type Box, boxIn } from './boxes.ts'
import type { Fields } from './bytes.ts'

/** The table that says where in the file chunks of samples lie: with 32 or 64 bits. */
interface Places {
  table: Box
  count: number
  long: boolean
}

export function offsetTable(index: Fields, track: Box): Places | null {
  const tables = boxIn(index, track, 'mdia', 'minf', 'stbl')
  return tables ? placesOf(index, tables) : null
}

export function placesOf(index: Fields, tables: Box): Places | null {
  const short = boxIn(index, tables, 'stco')
  const table = short ?? boxIn(index, tables, 'co64')
  if (!table) return null
  const room = Math.floor((table.end - table.start - 8) / (short ? 4 : 8))
  return { table, count: Math.max(0, Math.min(index.u32(table.start + 4), room)), long: !short }
}

/** Where its chunks begin, from the file's beginning. */
export function* offsetsOf(index: Fields, track: Box): Generator<number> {
  const found = offsetTable(index, track)
  if (!found) return
  const { table, count, long } = found
  for (let place = 0; place < count; place += 1)
    yield long ? index.u64(table.start + 8 + place * 8) : index.u32(table.start + 8 + place * 4)
}
