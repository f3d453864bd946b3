import { BitWriter } from './bits.ts'

export const frameSidePixels = 64
const macroblocks = (frameSidePixels / 16) ** 2

/** Escapes bytes that look like the start of a unit (ISO/IEC 14496-10 §7.4.1). */
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
export const h264Profile = 66

export const h264SequenceParameters = unit(
  0x67,
  new BitWriter()
    .bits(h264Profile, 8)
    .bits(0xc0, 8)
    .bits(level, 8)
    .ue(0)
    .ue(4)
    .ue(2)
    .ue(1)
    .bits(0, 1)
    .ue(frameSidePixels / 16 - 1)
    .ue(frameSidePixels / 16 - 1)
    .bits(0b1100, 4)
    .done(),
)

export const h264PictureParameters = unit(
  0x68,
  new BitWriter().ue(0).ue(0).bits(0, 2).ue(0).ue(0).ue(0).bits(0, 3).ue(0).ue(0).ue(0).bits(0, 3).done(),
)

function withLength(unit: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(unit.length)
  return Buffer.concat([head, unit])
}

export function makeKeyFrame(grey: number): Buffer {
  const slice = new BitWriter().ue(0).ue(7).ue(0).bits(0, 8).ue(0).bits(0, 2).ue(0)
  for (let at = 0; at < macroblocks; at += 1)
    slice.ue(25).bytes(Array.from({ length: 384 }, (_, place) => (place < 256 ? grey : 128)))
  return withLength(unit(0x65, slice.done()))
}

/** @param number position after the last key frame */
export function makeRepeatedFrame(number: number): Buffer {
  const slice = new BitWriter()
    .ue(0)
    .ue(5)
    .ue(0)
    .bits(number % 256, 8)
    .bits(0, 3)
    .ue(0)
    .ue(macroblocks)
  return withLength(unit(0x41, slice.done()))
}

/** 1024 silent samples of one channel in AAC LC. */
export const silentAacFrame = new BitWriter().bits(0, 7).bits(100, 8).bits(0, 13).bits(0, 1).bits(7, 3).aligned()

export const soundSampleRate = 44_100
export const samplesPerSoundFrame = 1024
