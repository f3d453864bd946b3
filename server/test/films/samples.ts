import { Bits } from './bits.ts'

/** pixels of each side: 4 × 4 macroblocks */
export const side = 64
const macroblocks = (side / 16) ** 2

/** Bytes that would look like the start of the next unit are escaped (ISO/IEC 14496-10 §7.4.1). */
function unit(head: number, body: Buffer): Buffer {
  const bytes = [head]
  let zeros = 0
  for (const byte of body) {
    if (zeros >= 2 && byte <= 3) {
      bytes.push(3)
      zeros = 0
    }
    bytes.push(byte)
    zeros = byte === 0 ? zeros + 1 : 0
  }
  return Buffer.from(bytes)
}

const level = 10
export const profile = 66

/** Baseline, frames in the order of their display, one reference. */
export const sequence = unit(
  0x67,
  new Bits()
    .bits(profile, 8)
    .bits(0xc0, 8)
    .bits(level, 8)
    .ue(0)
    .ue(4)
    .ue(2)
    .ue(1)
    .bits(0, 1)
    .ue(side / 16 - 1)
    .ue(side / 16 - 1)
    .bits(0b1100, 4)
    .done(),
)

export const picture = unit(
  0x68,
  new Bits()
    .ue(0)
    .ue(0)
    .bits(0, 2)
    .ue(0)
    .ue(0)
    .ue(0)
    .bits(0, 3)
    .ue(0)
    .ue(0)
    .ue(0)
    .bits(0, 3)
    .done(),
)

function withLength(unit: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(unit.length)
  return Buffer.concat([head, unit])
}

/** A grey frame on its own: macroblocks of plain samples. */
export function keyFrame(grey: number): Buffer {
  const slice = new Bits().ue(0).ue(7).ue(0).bits(0, 8).ue(0).bits(0, 2).ue(0)
  for (let at = 0; at < macroblocks; at += 1)
    slice.ue(25).bytes(Array.from({ length: 384 }, (_, place) => (place < 256 ? grey : 128)))
  return withLength(unit(0x65, slice.done()))
}

/** The frame before, once more. @param number since the last key frame */
export function repeatedFrame(number: number): Buffer {
  const slice = new Bits()
    .ue(0)
    .ue(5)
    .ue(0)
    .bits(number % 256, 8)
    .bits(0, 3)
    .ue(0)
    .ue(macroblocks)
  return withLength(unit(0x41, slice.done()))
}

/** 1024 samples of silence, one channel, AAC LC. */
export const silence = new Bits()
  .bits(0, 7)
  .bits(100, 8)
  .bits(0, 13)
  .bits(0, 1)
  .bits(7, 3)
  .aligned()

export const sampleRate = 44_100
/** samples of a frame of sound */
export const soundStep = 1024
