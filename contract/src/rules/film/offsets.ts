import { findMp4Box, type Mp4Box } from './boxes.ts'
import type { BinaryFields } from './bytes.ts'

interface Places {
  table: Mp4Box
  count: number
  long: boolean
}

export function findChunkOffsetTable(index: BinaryFields, track: Mp4Box): Places | null {
  const tables = findMp4Box(index, track, 'mdia', 'minf', 'stbl')
  return tables ? readSampleTableOffsets(index, tables) : null
}

export function readSampleTableOffsets(index: BinaryFields, tables: Mp4Box): Places | null {
  const short = findMp4Box(index, tables, 'stco')
  const table = short ?? findMp4Box(index, tables, 'co64')
  if (!table) return null
  const room = Math.floor((table.end - table.start - 8) / (short ? 4 : 8))
  return { table, count: Math.max(0, Math.min(index.u32(table.start + 4), room)), long: !short }
}

export function* chunkOffsetsOf(index: BinaryFields, track: Mp4Box): Generator<number> {
  const found = findChunkOffsetTable(index, track)
  if (!found) return
  const { table, count, long } = found
  for (let place = 0; place < count; place += 1)
    yield long ? index.u64(table.start + 8 + place * 8) : index.u32(table.start + 8 + place * 4)
}
