import { brotliCompressSync, constants, crc32, deflateRawSync } from 'node:zlib'
import type { Encoding } from './encoding.ts'

/** Makes a whole document of a kept beginning and an ending of its own, in one encoding. */
export type Splice = (ending: Buffer) => Buffer

/** deflate and brotli, without a name or a time */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** the longest ending either format takes in one uncompressed block here */
const longestEnding = 0xffff

/**
 * Compresses a document's beginning once; every answer's ending (its nonce) follows uncompressed, in a block of its own.
 * So an answer costs no compression, though no two are the same.
 */
export function spliceable(beginning: Buffer, encoding: Encoding): Splice {
  if (encoding === 'br') return brotliSplice(beginning)
  if (encoding === 'gzip') return gzipSplice(beginning)
  return (ending) => Buffer.concat([beginning, ending])
}

/** RFC 7932 §9.2: flushed, a stream ends on a byte; an uncompressed meta-block follows, then an empty last one. */
function brotliSplice(beginning: Buffer): Splice {
  const kept = brotliCompressSync(beginning, {
    finishFlush: constants.BROTLI_OPERATION_FLUSH,
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 6,
      [constants.BROTLI_PARAM_SIZE_HINT]: beginning.length,
    },
  })
  const end = Buffer.from([0x03])
  return (ending) => {
    // ISLAST 0, MNIBBLES 0 (four of them), MLEN - 1 in 16 bits, ISUNCOMPRESSED 1
    const bits = ((checkedLength(ending) - 1) << 3) | (1 << 19)
    const header = Buffer.from([bits & 0xff, (bits >> 8) & 0xff, (bits >> 16) & 0xff])
    return Buffer.concat([kept, header, ending, end])
  }
}

/** RFC 1952 around RFC 1951: flushed, a stream ends on a byte; a stored last block follows, then checksum and length. */
function gzipSplice(beginning: Buffer): Splice {
  const kept = deflateRawSync(beginning, { finishFlush: constants.Z_SYNC_FLUSH, level: 6 })
  const checksum = crc32(beginning)
  return (ending) => {
    const header = Buffer.alloc(5)
    header.writeUInt8(1)
    header.writeUInt16LE(checkedLength(ending), 1)
    header.writeUInt16LE(~ending.length & 0xffff, 3)
    const trailer = Buffer.alloc(8)
    trailer.writeUInt32LE(crc32(ending, checksum))
    trailer.writeUInt32LE((beginning.length + ending.length) >>> 0, 4)
    return Buffer.concat([gzipHeader, kept, header, ending, trailer])
  }
}

function checkedLength({ length }: Buffer): number {
  if (length < 1 || length > longestEnding) throw new RangeError(`an ending of ${length} bytes`)
  return length
}
