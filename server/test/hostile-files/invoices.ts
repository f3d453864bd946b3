import { constants, deflateSync } from 'node:zlib'
import { buildZip } from '../factories/zip.ts'
import type { HostileFile } from './kind.ts'

const megabyte = 1024 * 1024

function packed(letter: string, megabytes: number): Buffer {
  const piece = deflateSync(Buffer.alloc(megabyte, letter), { finishFlush: constants.Z_FULL_FLUSH })
  // Only the first piece needs the two header bytes of zlib; after them the pieces do not depend on each other.
  return Buffer.concat([piece, ...Array<Buffer>(megabytes - 1).fill(piece.subarray(2))])
}

function pdfOf(objects: readonly (string | readonly [head: string, stream: Buffer])[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const places: number[] = []
  let length = parts[0]?.length ?? 0
  const put = (part: Buffer) => {
    parts.push(part)
    length += part.length
  }
  for (const [at, object] of objects.entries()) {
    places.push(length)
    const [head, stream] = typeof object === 'string' ? [object, null] : object
    put(Buffer.from(`${at + 1} 0 obj\n${head}\n`))
    if (stream) put(Buffer.concat([Buffer.from('stream\n'), stream, Buffer.from('\nendstream\n')]))
    put(Buffer.from('endobj\n'))
  }
  const count = objects.length + 1
  const lines = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`)
  const end = `xref\n0 ${count}\n0000000000 65535 f \n${lines.join('')}trailer << /Size ${count} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`
  put(Buffer.from(end))
  return Buffer.concat(parts)
}

const root = '<< /Type /Catalog /Pages 2 0 R >>'
const pages = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'
const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
const page =
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 610 394] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> /XObject << /X 6 0 R >> >> >>'

const withContent = (stream: Buffer, filter = '') =>
  pdfOf([root, pages, page, [`<< /Length ${stream.length}${filter} >>`, stream], font])

function selfDrawing(): Buffer {
  const form = Buffer.from('/X Do /X Do')
  const head = `<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Length ${form.length} /Resources << /XObject << /X 6 0 R >> >> >>`
  const draw = Buffer.from('/X Do')
  return pdfOf([root, pages, page, [`<< /Length ${draw.length} >>`, draw], font, [head, form]])
}

function swollenAttachment(): Buffer {
  const content = packed(' ', 2000)
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles << /Names [(a.xml) 4 0 R] >> >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 610 394] >>',
    '<< /Type /Filespec /F (a.xml) /EF << /F 5 0 R >> >>',
    [`<< /Type /EmbeddedFile /Filter /FlateDecode /Length ${content.length} >>`, content],
  ])
}

const drawn = (times: number) => Buffer.from(`BT /F1 9 Tf ${'1 0 Td (x) Tj '.repeat(times)}ET`)

const ofdOf = (content: string, more: Parameters<typeof buildZip>[0] = []) =>
  buildZip([
    {
      name: 'OFD.xml',
      content: '<OFD><DocBody><DocRoot>Doc_0/Document.xml</DocRoot></DocBody></OFD>',
    },
    {
      name: 'Doc_0/Document.xml',
      content: '<Document><Pages><Page ID="1" BaseLoc="Content.xml"/></Pages></Document>',
    },
    { name: 'Doc_0/Content.xml', content },
    ...more,
  ])

const invoice = (name: string, fileName: string, make: () => Buffer, says = '从税务系统重新下载'): HostileFile => ({
  name,
  use: 'INVOICE',
  fileName,
  make,
  says,
})

export const hostileInvoices: HostileFile[] = [
  invoice('a PDF whose page unpacks to two gigabytes', 'a.pdf', () =>
    withContent(packed(' ', 2000), ' /Filter /FlateDecode'),
  ),
  invoice('a PDF with a file within that unpacks to two gigabytes', 'a.pdf', swollenAttachment),
  invoice('a PDF whose form draws itself', 'a.pdf', selfDrawing, ''),
  invoice('a PDF whose pages are their own children', 'a.pdf', () =>
    pdfOf([root, '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 100000 >>']),
  ),
  invoice('a PDF of three hundred thousand letters, each by itself', 'a.pdf', () => withContent(drawn(300_000)), ''),
  invoice('an OFD that says its page has three gigabytes', 'a.ofd', () =>
    ofdOf('<Page/>', [{ name: 'Doc_0/Attachs/a.xml', content: '<a/>', claimedSize: 3_000_000_000 }]),
  ),
  invoice('an OFD of ninety megabytes of spaces', 'a.ofd', () => ofdOf(' '.repeat(90 * megabyte))),
  invoice('an OFD of two thousand files', 'a.ofd', () =>
    ofdOf(
      '<Page/>',
      Array.from({ length: 2100 }, (_, at) => ({ name: `Doc_0/${at}.xml`, content: '<a/>' })),
    ),
  ),
  invoice(
    'an OFD whose letters are spread by a million steps',
    'a.ofd',
    () =>
      ofdOf(
        `<Page><TextObject Boundary="0 0 9 9"><TextCode DeltaX="${'g 1000 9 '.repeat(300_000)}">x</TextCode></TextObject></Page>`,
      ),
    '',
  ),
  invoice('an XML nested a hundred thousand deep', 'a.xml', () =>
    Buffer.from(`<?xml version="1.0"?>${'<a>'.repeat(100_000)}`),
  ),
  invoice('an XML whose entities multiply to gigabytes', 'a.xml', () =>
    Buffer.from(
      `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "${'x'.repeat(1000)}">${['c', 'd', 'e', 'f'].map((name, at) => `<!ENTITY ${name} "${`&${'bcde'[at]};`.repeat(100)}">`).join('')}]><a>&f;</a>`,
    ),
  ),
  invoice('an XML of a million elements', 'a.xml', () =>
    Buffer.from(`<?xml version="1.0"?><a>${'<b/>'.repeat(1_000_000)}</a>`),
  ),
]
