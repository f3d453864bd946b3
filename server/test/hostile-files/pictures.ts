import { deflateSync } from 'node:zlib'
import { makeBombPng, makePlainPng, pngChunk } from '../factories/png.ts'
import type { HostileFile, HostileFileUse } from './kind.ts'

/** Zero bytes are compressed to a thousandth. */
const packed = (megabytes: number) => deflateSync(Buffer.alloc(megabytes * 1024 * 1024))

function pngWith(...chunks: Buffer[]): Buffer {
  const plain = makePlainPng(90)
  const afterHeader = 8 + 25
  return Buffer.concat([plain.subarray(0, afterHeader), ...chunks, plain.subarray(afterHeader)])
}

function pngOfTexts(type: 'zTXt' | 'iTXt'): Buffer {
  const text = packed(200)
  const head = type === 'zTXt' ? 'Comment\0\0' : 'Comment\0\x01\0\0\0'
  const chunk = pngChunk(type, Buffer.concat([Buffer.from(head, 'latin1'), text]))
  return pngWith(...Array.from({ length: 10 }, () => chunk))
}

const pngOfProfile = () => {
  const profile = Buffer.concat([Buffer.from('sRGB\0\0', 'latin1'), packed(500)])
  return pngWith(pngChunk('iCCP', profile))
}

function hugeJpeg(): Buffer {
  const frame = Buffer.from('ffc0001108ffffffff03012200021101031101', 'hex')
  return Buffer.concat([Buffer.from('ffd8', 'hex'), frame, Buffer.from('ffda000c03010002110311003f00aaffd9', 'hex')])
}

const jpegOfSegments = () =>
  Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    Buffer.alloc(1_900_000, Buffer.from('ffe50002', 'hex')),
    Buffer.from('ffd9', 'hex'),
  ])

const jpegOfStuffing = () =>
  Buffer.concat([Buffer.from('ffd8ffda0002', 'hex'), Buffer.alloc(1_900_000, Buffer.from('ff00', 'hex'))])

function pngOfChunks(): Buffer {
  const chunk = pngChunk('teSt', Buffer.alloc(0))
  return pngWith(Buffer.alloc(chunk.length * 150_000, chunk))
}

function hugeWebp(): Buffer {
  const body = Buffer.concat([
    Buffer.from('WEBPVP8X', 'latin1'),
    Buffer.from('0a00000002000000ff3f00ff3f00', 'hex'),
    Buffer.alloc(4),
  ])
  const head = Buffer.alloc(8)
  head.write('RIFF', 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}

/** A GIF of thirty thousand one-pixel frames; the first one counts. */
function gifOfFrames(): Buffer {
  const frame = Buffer.from('2c0000000001000100000244010000'.slice(0, 28), 'hex')
  const head = Buffer.from('47494638396101000100800000000000ffffff', 'hex')
  return Buffer.concat([head, Buffer.alloc(frame.length * 30_000, frame), Buffer.from('3b', 'hex')])
}

const makers: [string, () => Buffer, string, says: string | null, uses: HostileFileUse[]][] = [
  ['texts unpack to two gigabytes (zTXt)', () => pngOfTexts('zTXt'), 'a.png', null, ['PICTURE']],
  ['texts unpack to two gigabytes (iTXt)', () => pngOfTexts('iTXt'), 'a.png', null, ['PICTURE']],
  ['colour profile unpacks to half a gigabyte', pngOfProfile, 'a.png', null, ['PICTURE', 'CAPTURE']],
  ['pixels unfold to gigabytes', () => makeBombPng(40_000), 'a.png', '图片', ['PICTURE', 'CAPTURE']],
  ['chunks are too many', pngOfChunks, 'a.png', '图片', ['PICTURE', 'CAPTURE']],
  ['header claims four billion pixels', hugeJpeg, 'a.jpg', '图片', ['PICTURE', 'CAPTURE']],
  ['segments are too many', jpegOfSegments, 'a.jpg', '图片', ['PICTURE', 'CAPTURE']],
  ['scan is nothing but stuffing', jpegOfStuffing, 'a.jpg', '图片', ['PICTURE', 'CAPTURE']],
  ['canvas is huge and empty', hugeWebp, 'a.webp', '图片', ['PICTURE', 'CAPTURE']],
  ['frames are thirty thousand', gifOfFrames, 'a.gif', null, ['PICTURE']],
]

export const hostilePictures: HostileFile[] = makers.flatMap(([name, make, fileName, says, uses]) =>
  uses.map((use) => ({ name: `a picture whose ${name}`, use, fileName, make, says })),
)
