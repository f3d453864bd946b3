import type { HostileFile } from './kind.ts'

const cutPdf = () => Buffer.from(`%PDF-1.7\n1 0 obj\n<< /Length 900000 >>\nstream\n${'x'.repeat(90_000)}`)

function box(type: string, content: Buffer, claimed = content.length + 8): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(claimed)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, content])
}

const start = box('ftyp', Buffer.from('isom\0\0\0\0isom', 'latin1'))

function deepIndex(): Buffer {
  let inner: Buffer = Buffer.alloc(0)
  for (let level = 0; level < 1000; level += 1) inner = box('trak', inner)
  return Buffer.concat([start, box('moov', inner), box('mdat', Buffer.alloc(8))])
}

const boxes = () => Buffer.concat([start, Buffer.alloc(8 * 200_000, box('free', Buffer.alloc(0)))])

const film = (name: string, make: () => Buffer): HostileFile[] =>
  (['LESSON', 'VIDEO'] as const).map((use) => ({
    name: `a film ${name}`,
    use,
    fileName: '课.mp4',
    make,
    says: '',
  }))

const captions = (name: string, text: string): HostileFile => ({
  name: `captions ${name}`,
  use: 'LESSON_CAPTIONS',
  fileName: '字幕.vtt',
  make: () => Buffer.from(text),
  says: '字幕',
})

export const hostileDocuments: HostileFile[] = [
  ...(['INVOICE', 'ATTACHMENT', 'EVIDENCE'] as const).map((use) => ({
    ...{ name: 'a PDF that is cut off', use, fileName: '文件.pdf', make: cutPdf, says: '不完整' },
  })),
  ...film('whose index nests a thousand boxes', deepIndex),
  ...film('of nothing but empty boxes', boxes),
  ...film('whose index claims three gigabytes', () =>
    Buffer.concat([start, box('moov', Buffer.alloc(64), 3_000_000_000)]),
  ),
  captions('of one line of a million letters', `WEBVTT\n\n${'-->'.repeat(330_000)}`),
  captions('of half a million lines', `WEBVTT\n${'\n'.repeat(1_000_000)}`),
  {
    name: 'a text of many paragraphs',
    use: 'TEXT',
    fileName: '',
    make: () => Buffer.from('<p>一段话。</p>'.repeat(12_000)),
    says: null,
  },
  {
    name: 'a text of as many tags as there may be',
    use: 'TEXT',
    fileName: '',
    make: () => Buffer.from('<p>a<b>b</b></p>'.repeat(24_000)),
    says: null,
  },
  {
    name: 'a text that nests tags without end',
    use: 'TEXT',
    fileName: '',
    make: () => Buffer.from('<div>'.repeat(90_000)),
    says: '嵌套',
  },
]
