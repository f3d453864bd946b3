import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { type AsyncBuffer, type FileMetaData, parquetMetadataAsync, parquetReadObjects, type RowGroup } from 'hyparquet'
import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer'
import type { FileStore } from './store.ts'

/** Whole numbers, microseconds since 1970 and texts are what our rows consist of. */
export interface ParquetColumn {
  name: string
  type: 'INT32' | 'INT64' | 'MICROSECONDS' | 'STRING' | 'BOOLEAN'
  nullable?: boolean
  /** Keeps the least and the greatest value of each row group, by which rows are found. */
  indexed?: boolean
}

/** Columns of INT64 and MICROSECONDS are bigint. */
export type ParquetRow = Record<string, number | bigint | string | boolean | null>

const types = {
  INT32: { type: 'INT32' },
  INT64: { type: 'INT64' },
  MICROSECONDS: { type: 'INT64', converted_type: 'TIMESTAMP_MICROS' },
  STRING: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  BOOLEAN: { type: 'BOOLEAN' },
} as const

function elementOf({ name, type, nullable = false }: ParquetColumn): SchemaElement {
  return { name, ...types[type], repetition_type: nullable ? 'OPTIONAL' : 'REQUIRED' }
}

/** Hands out what was written so far, so that only one row group is in memory. */
class PieceWriter extends ByteWriter {
  take(): Buffer {
    const piece = Buffer.from(this.getBytes())
    this.index = 0
    return piece
  }
}

/** Each array of rows becomes a row group. Encoding one holds up other work, so it should have some thousand rows. */
export async function* writeParquet(
  columns: readonly ParquetColumn[],
  groups: AsyncIterable<ParquetRow[]>,
): AsyncIterable<Buffer> {
  const schema = [{ name: 'rows', num_children: columns.length }, ...columns.map(elementOf)]
  const writer = new PieceWriter()
  const file = new ParquetWriter({ writer, schema, codec: 'ZSTD', compressors: { ZSTD: zstdCompressSync } })
  for await (const rows of groups) {
    const columnData = columns.map(({ name, indexed: statistics = false }) => ({
      ...{ name, statistics },
      data: rows.map((row) => row[name] ?? null),
    }))
    await file.write({ columnData, rowGroupSize: rows.length })
    yield writer.take()
  }
  await file.finish()
  yield writer.take()
}

export interface ParquetFile {
  rows: number
  /** Yields the rows of each row group in which the column may have one of the values, one group at a time. */
  readGroups(
    columns: readonly string[],
    found: { column: string; values: readonly bigint[] } | null,
  ): AsyncIterable<ParquetRow[]>
}

/**
 * Reads only the end of the file, and later one row group at a time.
 * @throws Error when the content is no such file; what the store throws is passed on
 */
export async function openParquet(files: FileStore, stored: { key: string; size: number }): Promise<ParquetFile> {
  const file = bufferOf(files, stored)
  const metadata = await parquetMetadataAsync(file)
  return {
    rows: Number(metadata.num_rows),
    readGroups: (columns, found) => readGroups(file, metadata, columns, found),
  }
}

async function* readGroups(
  file: AsyncBuffer,
  metadata: FileMetaData,
  columns: readonly string[],
  found: { column: string; values: readonly bigint[] } | null,
): AsyncIterable<ParquetRow[]> {
  let rowStart = 0
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows)
    if (!found || mayHold(group, found)) {
      const parsers = { timestampFromMicroseconds: (value: bigint) => value }
      const compressors = { ZSTD: (bytes: Uint8Array) => zstdDecompressSync(bytes) }
      yield await parquetReadObjects({ file, metadata, columns: [...columns], rowStart, rowEnd, parsers, compressors })
    }
    rowStart = rowEnd
  }
}

function mayHold(group: RowGroup, { column, values }: { column: string; values: readonly bigint[] }): boolean {
  const chunk = group.columns.find(({ meta_data }) => meta_data?.path_in_schema[0] === column)
  const { min_value: least, max_value: most } = chunk?.meta_data?.statistics ?? {}
  if (typeof least !== 'bigint' || typeof most !== 'bigint') return true
  return values.some((value) => least <= value && value <= most)
}

function bufferOf(files: FileStore, { key, size }: { key: string; size: number }): AsyncBuffer {
  return {
    byteLength: size,
    slice: async (start, end = size) => {
      const pieces: Buffer[] = []
      for await (const piece of files.read(key, { start, end: end - 1 })) pieces.push(piece as Buffer)
      const bytes = new Uint8Array(Buffer.concat(pieces))
      if (bytes.length !== end - start) throw new Error('a content is shorter than its size')
      return bytes.buffer
    },
  }
}
